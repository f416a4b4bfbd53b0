import { BLOGS_PER_PAGE, type PostHeading, type PostSummary } from 'content-schema';
import { paginate, type Paged } from '../../ui/pagination/paging.ts';
import { visiblePosts } from './visible-posts.ts';

/** What `/blogs` shows. */
export type PostListing<P extends PostHeading = PostSummary> = Paged<P>;

/**
 * One page of all visible posts, newest first.
 *
 * @param requestedPage the value of `page` in the address's query, whatever it is.
 */
export const postListing = <P extends PostHeading>(
  posts: readonly P[],
  requestedPage: string | null,
): PostListing<P> => paginate(visiblePosts(posts), requestedPage, BLOGS_PER_PAGE);
