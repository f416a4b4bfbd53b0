import type { PostHeading } from './post.ts';

/** The name of the words in the query of an address, and how many characters of them count. */
export const SEARCH_PARAM = 'q';
export const SEARCH_MAX_LENGTH = 100;
/** Only the newest posts can be found by visitors: what they all say is kept in memory. */
export const SEARCH_POSTS_MAX = 10_000;

/** A text as it is compared: whatever the case and the accents. */
export const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a query, as they are compared. */
export const searchWords = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);

type Searched = Pick<PostHeading, 'title' | 'tags'> & {
  readonly content?: string;
  readonly excerpt?: string;
};

/** What a post is found by, as it is compared: its title, its tags and as much of its text as is given. */
export const searchText = ({ title, tags, content = '', excerpt = '' }: Searched): string =>
  folded([title, ...tags, content, excerpt].join('\n'));

/** Whether every word of `query` stands in what a post is found by; true where there are no words. */
export const matchingPosts = (query: string): ((post: Searched) => boolean) => {
  const words = searchWords(query);
  return (post) => {
    if (words.length === 0) return true;
    const text = searchText(post);
    return words.every((word) => text.includes(word));
  };
};
