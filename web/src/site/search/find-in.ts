import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';

/** Finds posts that have all words, or words that begin so or are similar, the best first. */
export const findIn = (index: MiniSearch, query: string): SearchResult[] =>
  index.search(query, {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    boost: { title: 4, tags: 2 },
  });
