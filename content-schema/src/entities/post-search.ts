import type { PostHeading } from './post.ts';

/** The query parameter for the words of a search, and the most characters of it. */
export const SEARCH_PARAM = 'q';
export const SEARCH_MAX_LENGTH = 100;
/** Visitors can only search the newest posts, whose texts are kept in memory. */
export const SEARCH_POSTS_MAX = 10_000;

/** Folds case and accents for comparisons. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const searchWords = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);

type Searched = Pick<PostHeading, 'title' | 'tags'> & {
  readonly content?: string;
  readonly excerpt?: string;
};

/** Returns the folded text of a post in which words are searched. */
export const searchText = ({ title, tags, content = '', excerpt = '' }: Searched): string =>
  folded([title, ...tags, content, excerpt].join('\n'));

/** Returns a predicate: whether a post contains every word of `query`; true for an empty query. */
export const matchingPosts = (query: string): ((post: Searched) => boolean) => {
  const words = searchWords(query);
  return (post) => {
    if (words.length === 0) return true;
    const text = searchText(post);
    return words.every((word) => text.includes(word));
  };
};
