import { matchingPosts } from 'content-schema';
import { usePosts } from '../../../data/posts.ts';
import { postPath } from '../../../paths.ts';
import {
  EDITS,
  insertCodeBlock,
  insertInline,
  insertPostLink,
  replacingTyped,
  type MarkdownEdit,
} from './markdown-edits.ts';
import type { Insertion } from './slash-menu.tsx';

interface InsertionActions {
  readonly run: (edit: MarkdownEdit) => void;
  readonly pickPhoto: () => void;
  readonly pickPost: () => void;
}

const POSTS_MAX = 5;

/**
 * Returns a function that finds everything to insert for the typed words: blocks by name, and links
 * to posts by title.
 */
export const useInsertions = ({ run, pickPhoto, pickPost }: InsertionActions) => {
  const { stored } = usePosts();
  const by = (label: string, edit: MarkdownEdit, then?: () => void): Insertion => ({
    label,
    insert: (typed) => {
      run(replacingTyped(typed, edit));
      then?.();
    },
  });
  const blocks = [
    by('Heading', EDITS.heading),
    by('List', EDITS.list),
    by('Quote', EDITS.quote),
    by('Table', EDITS.table),
    by('Code', insertCodeBlock),
    by('Image', insertInline(''), pickPhoto),
    by('Link to a post', insertInline(''), pickPost),
  ];

  return (words: string): readonly Insertion[] => {
    const named = blocks.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()));
    const posts = words === '' ? [] : (stored?.response ?? []).filter(matchingPosts(words));
    const links = posts
      .slice(0, POSTS_MAX)
      .map(({ id, title }) => by(`Link to “${title}”`, insertPostLink(title, postPath(id))));
    return [...named, ...links];
  };
};
