import { BLOGS_PER_PAGE, hasTag, tagKey, type PostHeading, type PostSummary } from 'content-schema';
import { paginate, type Paged } from '../../ui/pagination/paging.ts';
import { visiblePosts } from './visible-posts.ts';

/** What `/blogs/tags/{tagSlug}` shows. */
export interface TagListing<P extends PostHeading = PostSummary> extends Paged<P> {
  /** As the newest post that has it spells it; without such a post, as it was asked for. */
  readonly tag: string;
}

const spellingIn = (posts: readonly PostHeading[], tag: string): string | undefined =>
  posts
    .flatMap(({ tags }) => tags)
    .find((own) => tagKey(own) === tagKey(tag))
    ?.trim();

/**
 * One page of the visible posts that have the tag, in any spelling, newest first.
 *
 * @param tag the slug of the address, decoded.
 * @param requestedPage the value of `page` in the address's query, whatever it is.
 */
export const tagListing = <P extends PostHeading>(
  posts: readonly P[],
  tag: string,
  requestedPage: string | null,
): TagListing<P> => {
  const tagged = visiblePosts(posts.filter((post) => hasTag(post, tag)));
  return {
    tag: spellingIn(tagged, tag) ?? tag.trim(),
    ...paginate(tagged, requestedPage, BLOGS_PER_PAGE),
  };
};
