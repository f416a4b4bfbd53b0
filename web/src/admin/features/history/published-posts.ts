import type { PostHeading } from 'content-schema';

/** A planned post that has become public without a commit. */
export interface PublishedPost {
  /** ISO date. */
  readonly date: string;
  readonly post: PostHeading;
}

/** Returns the planned posts that became public in a time, in milliseconds, newest first. */
export const publishedBetween = (
  posts: readonly PostHeading[],
  from: number,
  until = Date.now(),
): PublishedPost[] =>
  posts
    .flatMap((post) => {
      const { hidden, publishDate: date } = post;
      const time = Date.parse(date ?? '');
      return date !== undefined && !hidden && from < time && time <= until ? [{ date, post }] : [];
    })
    .sort((one, other) => Date.parse(other.date) - Date.parse(one.date));
