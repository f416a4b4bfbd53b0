/** What the server that writes the index of all posts and the browser that reads it agree on. */
import { folded } from './post-search.ts';

/** Where the index is. */
export const SEARCH_INDEX_PATH = '/search-index.json';

/** For MiniSearch; the ids of documents are those of posts. */
export const SEARCH_INDEX = {
  fields: ['title', 'tags', 'excerpt'],
  storeFields: ['title', 'createdAt'],
  processTerm: folded,
};

/** A post as the index takes it. */
export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly tags: string;
  readonly excerpt: string;
  readonly createdAt?: string | undefined;
}
