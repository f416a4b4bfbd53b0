/** The format of the search index, which the server writes and the browser reads. */
import { folded } from '../entities/post-search.ts';

export const SEARCH_INDEX_PATH = '/search-index.json';

/** Options of MiniSearch; the ids of documents are those of posts. */
export const SEARCH_INDEX = {
  fields: ['title', 'tags', 'excerpt'],
  storeFields: ['title', 'createdAt'],
  processTerm: folded,
};

export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly tags: string;
  readonly excerpt: string;
  readonly createdAt?: string | undefined;
}
