import type { PostHeading } from './post.ts';

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Whether every word of `query` stands in a post's title, its tags or its text, as far as that is
 * given, whatever the case and the accents. True for all posts where there are no words.
 */
export const matchingPosts = (
  query: string,
): ((post: Pick<PostHeading, 'title' | 'tags'> & { readonly content?: string }) => boolean) => {
  const words = folded(query).split(/\s+/).filter(Boolean);
  return ({ title, tags, content = '' }) => {
    if (words.length === 0) return true;
    const text = folded([title, ...tags, content].join('\n'));
    return words.every((word) => text.includes(word));
  };
};
