import { BLOGS_PER_PAGE, type PostSummary } from 'content-schema';
import { paginate, type Paged } from '../components/pagination/paging.ts';
import { visiblePosts } from './visible-posts.ts';

/** What `/blogs` shows. */
export type PostListing = Paged<PostSummary>;

/**
 * One page of all visible posts, newest first.
 *
 * @param requestedPage the value of `page` in the address's query, whatever it is.
 */
export const postListing = (
  posts: readonly PostSummary[],
  requestedPage: string | null,
): PostListing => paginate(visiblePosts(posts), requestedPage, BLOGS_PER_PAGE);
