import { comparePages, isPage, isPublic, publicationMoments } from 'content-schema';
import type { CommitInfo } from '../git-store/git-store.ts';
import { memoizeByIdentity } from '../memo.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

/** Returns the last moment up to a time, or 0, and the next one, or Infinity. */
const momentsAround = (posts: readonly PostEntry[], time: number) => {
  let [last, next] = [0, Infinity];
  for (const post of posts) {
    for (const moment of publicationMoments(post)) {
      if (moment > time) next = Math.min(next, moment);
      else last = Math.max(last, moment);
    }
  }
  return { last, next };
};

/** Returns the last moment up to a time; 0 if there is none. */
export const asOfTime = (posts: readonly PostEntry[], time: number): number =>
  momentsAround(posts, time).last;

/** Returns the moment at which visitors see another set of posts, in milliseconds; or Infinity. */
const nextMoment = memoizeByIdentity(
  ({ posts, asOf }: ContentSnapshot): number => momentsAround(posts, asOf).next,
);

/** Returns the snapshot as of a time: the same object unless a moment lies between. */
export const atTime = (snapshot: ContentSnapshot, time: number): ContentSnapshot => {
  if (snapshot.asOf <= time && time < nextMoment(snapshot)) return snapshot;
  const asOf = asOfTime(snapshot.posts, time);
  return asOf === snapshot.asOf ? snapshot : { ...snapshot, asOf };
};

/** Returns the time of a commit: the end of its second, since git stores whole ones. */
export const commitTime = ({ date }: Pick<CommitInfo, 'date'>): number => Date.parse(date) + 999;

export const publicPosts = memoizeByIdentity(
  ({ posts, asOf }: ContentSnapshot): readonly PostEntry[] =>
    posts.filter((post) => isPublic(post, asOf)),
);

export const publicPages = memoizeByIdentity((snapshot: ContentSnapshot) =>
  publicPosts(snapshot).filter(isPage).sort(comparePages),
);
