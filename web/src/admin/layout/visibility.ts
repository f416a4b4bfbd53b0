import { isPublic, plannedTime, type PostHeading } from 'content-schema';

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns why visitors don't see a post now; undefined if they see it. */
export const hiddenNote = (post: PostHeading): string | undefined => {
  const now = Date.now();
  if (post.hidden) return 'Hidden';
  const planned = plannedTime(post, now);
  if (planned !== undefined) return `Planned for ${dateAndTime.format(planned)}`;
  return isPublic(post, now) ? undefined : 'Expired';
};
