import { SEARCH_POSTS_MAX, type PostSummary } from 'content-schema';
import { SEARCH_INDEX, type SearchDocument } from 'content-schema/search-index';
import MiniSearch from 'minisearch';

/**
 * Older posts are indexed with titles and tags only: with all excerpts, 10,000 posts are 1.4 MB.
 */
const EXCERPTS_MAX = 1000;
/** Posts per slice; yields to other requests between slices. */
const CHUNK = 50;

/** Returns the index of the posts' words in the format of `MiniSearch.loadJSON`. */
export const writeSearchIndex = async (posts: readonly PostSummary[]): Promise<string> => {
  const index = new MiniSearch<SearchDocument>(SEARCH_INDEX);
  const documents = posts
    .slice(0, SEARCH_POSTS_MAX)
    .map(({ id, title, tags, excerpt, createdAt }, position): SearchDocument => ({
      id,
      title,
      tags: tags.join(' '),
      excerpt: position < EXCERPTS_MAX ? excerpt : '',
      createdAt,
    }));
  await index.addAllAsync(documents, { chunkSize: CHUNK });
  return JSON.stringify(index);
};
