import { LANDING_POSTS_MAX, type PostHeading } from 'content-schema';
import { visiblePosts } from './visible-posts.ts';

/** The posts that the landing page shows, newest first. */
export const latestPosts = <P extends PostHeading>(posts: readonly P[]): P[] =>
  visiblePosts(posts).slice(0, LANDING_POSTS_MAX);
