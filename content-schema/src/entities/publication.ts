import type { PostHeading } from './post.ts';

/** What decides when visitors see a post. */
export type Publication = Pick<PostHeading, 'hidden' | 'publishDate' | 'createdAt' | 'expiryDate'>;

/** Returns the time of an ISO date in milliseconds; `absent` without one. */
export const timeOf = (date: string | undefined, absent: number): number => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? absent : time;
};

/** The time from which a post may be public, in milliseconds; -Infinity for an undated post. */
export const publicationTime = ({
  publishDate,
  createdAt,
}: Pick<Publication, 'publishDate' | 'createdAt'>): number =>
  timeOf(publishDate ?? createdAt, -Infinity);

const expiryTime = ({ expiryDate }: Publication): number => timeOf(expiryDate, Infinity);

/** Whether visitors may see a post at a time, in milliseconds. */
export const isPublic = (post: Publication, now: number): boolean =>
  !post.hidden && publicationTime(post) <= now && now < expiryTime(post);

/** The times at which a post becomes public or ceases to be, in milliseconds. */
export const publicationMoments = (post: Publication): number[] =>
  post.hidden
    ? []
    : [publicationTime(post), expiryTime(post)].filter((time) => Number.isFinite(time));

/** The time in the future at which a post becomes public; undefined if it doesn't. */
export const plannedTime = (post: Publication, now: number): number | undefined => {
  const time = publicationTime(post);
  return now < time && isPublic(post, time) ? time : undefined;
};
