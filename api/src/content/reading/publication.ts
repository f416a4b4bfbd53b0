/** Which posts visitors see, and when that changes. */
import { isPublic, publicationMoments } from 'content-schema';
import type { CommitInfo } from '../../git-store/git-store.ts';
import { memoizeByIdentity } from '../../memo.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

/** The times at which a post becomes public or ceases to be, in milliseconds, in order. */
const momentsOf = memoizeByIdentity((posts: readonly PostEntry[]) =>
  Float64Array.from(posts.flatMap(publicationMoments)).sort(),
);

/** Returns the last moment up to a time; 0 if there is none. */
export const asOfTime = (posts: readonly PostEntry[], time: number): number =>
  Math.max(0, momentsOf(posts).findLast((moment) => moment <= time) ?? 0);

const nextMoments = memoizeByIdentity(
  ({ posts, asOf }: ContentSnapshot) =>
    momentsOf(posts).find((moment) => moment > asOf) ?? Infinity,
);

/** Returns the moment at which visitors see another set of posts, in milliseconds; or Infinity. */
export const nextMoment = (snapshot: ContentSnapshot): number => nextMoments(snapshot);

/** Returns the snapshot as of a time: the same object unless a moment lies between. */
export const atTime = (snapshot: ContentSnapshot, time: number): ContentSnapshot => {
  if (snapshot.asOf <= time && time < nextMoment(snapshot)) return snapshot;
  const asOf = asOfTime(snapshot.posts, time);
  return asOf === snapshot.asOf ? snapshot : { ...snapshot, asOf };
};

/** Returns the time of a commit: the end of its second, since git stores whole ones. */
export const commitTime = ({ date }: Pick<CommitInfo, 'date'>): number => Date.parse(date) + 999;

/** Returns the posts that visitors see, newest first. */
export const publicPosts = memoizeByIdentity(
  ({ posts, asOf }: ContentSnapshot): readonly PostEntry[] =>
    posts.filter((post) => isPublic(post, asOf)),
);
