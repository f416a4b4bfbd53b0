import { isPublic, plannedTime, sortPosts, type PostHeading } from 'content-schema';

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Returns the post that is published next, if one is planned, and those that changed last. */
export const latestPosts = (posts: readonly PostHeading[], max: number): PostHeading[] => {
  const now = Date.now();
  const planned = posts.flatMap((post) => {
    const time = plannedTime(post, now);
    return time === undefined ? [] : [{ post, time }];
  });
  const [next] = planned.sort((one, other) => one.time - other.time);
  const later = new Set(planned.map(({ post }) => post));
  const others = sortPosts(posts.filter((post) => !later.has(post)));
  return [...(next ? [next.post] : []), ...others.slice(0, max)];
};

/** Returns why visitors don't see a post now; undefined if they see it. */
export const hiddenNote = (post: PostHeading): string | undefined => {
  const now = Date.now();
  if (post.hidden) return 'Hidden';
  const planned = plannedTime(post, now);
  if (planned !== undefined) return `Planned for ${dateAndTime.format(planned)}`;
  return isPublic(post, now) ? undefined : 'Expired';
};
