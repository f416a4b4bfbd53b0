import type { PostHeading } from './post.ts';

/** What decides when visitors see a post. */
export type Publication = Pick<PostHeading, 'hidden' | 'publishDate' | 'createdAt' | 'expiryDate'>;

/** Returns the time of an ISO date in milliseconds; `absent` without one. */
export const timeOf = (date: string | undefined, absent: number): number => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? absent : time;
};

type Dated = Pick<PostHeading, 'publishDate' | 'createdAt' | 'updatedAt'>;

/** Returns the ISO date from which a post may be public; undefined for an undated post. */
export const publicationDate = ({ publishDate, createdAt }: Dated): string | undefined =>
  publishDate ?? createdAt;

/** Returns the ISO date by which lists sort a post: of its last save or later publication. */
export const listDate = (post: Dated): string | undefined => {
  const [saved, published] = [post.updatedAt ?? post.createdAt, publicationDate(post)];
  return timeOf(published, -Infinity) > timeOf(saved, -Infinity) ? published : saved;
};

const publicationTime = (post: Dated): number => timeOf(publicationDate(post), -Infinity);

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
