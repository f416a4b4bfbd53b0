import type { Origin } from '../api/layout.ts';
import type { PostHeading } from './post.ts';

/** What decides when visitors see a post. */
export type Publication = Pick<PostHeading, 'hidden' | 'publishDate' | 'createdAt' | 'expiryDate'>;

/** Returns the time of an ISO date in milliseconds; `absent` without one. */
export const timeOf = (date: string | undefined, absent: number): number => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? absent : time;
};

/** What decides where lists have a post. */
export type Dated = Pick<PostHeading, 'publishDate' | 'createdAt' | 'updatedAt'>;

/** Returns the ISO date from which a post may be public; undefined for an undated post. */
export const publicationDate = ({ publishDate, createdAt }: Dated): string | undefined =>
  publishDate ?? createdAt;

/** Returns the ISO date by which lists sort a post: of its last save or later publication. */
export const listDate = (post: Dated): string | undefined => {
  const [saved, published] = [post.updatedAt ?? post.createdAt, publicationDate(post)];
  return timeOf(published, -Infinity) > timeOf(saved, -Infinity) ? published : saved;
};

/** A post of another site generator, for some of which a date in the future is only a date. */
interface Placed {
  readonly origin?: Pick<Origin, 'layout'>;
}

interface Times {
  readonly listed: number;
  readonly published: number;
  readonly expires: number;
}

const times = new WeakMap<object, Times>();

/**
 * Returns the times of a post in milliseconds. They are computed once for each object, since all
 * posts are sorted and filtered after each save, and parsing their dates took half of it.
 */
export const timesOf = (post: Dated & Partial<Publication> & Placed): Times => {
  const cached = times.get(post);
  if (cached) return cached;
  const { publishDate, origin } = post;
  const plan = origin?.layout.showsFuture ? publishDate : publicationDate(post);
  const computed = {
    listed: timeOf(listDate(post), -Infinity),
    published: timeOf(plan, -Infinity),
    expires: timeOf(post.expiryDate, Infinity),
  };
  times.set(post, computed);
  return computed;
};

/** Whether visitors may see a post at a time, in milliseconds. */
export const isPublic = (post: Publication, now: number): boolean => {
  const { published, expires } = timesOf(post);
  return !post.hidden && published <= now && now < expires;
};

/** The times at which a post becomes public or ceases to be, in milliseconds; or infinite. */
export const publicationMoments = (post: Publication): number[] => {
  const { published, expires } = timesOf(post);
  return post.hidden ? [] : [published, expires];
};

/** The time in the future at which a post becomes public; undefined if it doesn't. */
export const plannedTime = (post: Publication, now: number): number | undefined => {
  const { published: time } = timesOf(post);
  return now < time && isPublic(post, time) ? time : undefined;
};
