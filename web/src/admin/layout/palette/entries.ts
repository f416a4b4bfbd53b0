import { folded, searchWords, type PostHeading, type Upload } from 'content-schema';
import {
  ADMIN,
  EDIT_EXPERIENCES,
  HISTORY,
  HOME,
  NEW_POST,
  POSTS,
  UPLOADS,
  editPostPath,
} from '../../../paths.ts';

/** A destination in the command palette. */
export interface Entry {
  /** The group's heading in the list. */
  readonly group: 'Posts' | 'Pages' | 'Settings' | 'Photos';
  readonly text: string;
  readonly to: string;
  /** More words that match the entry. */
  readonly words?: string;
  /** Distinguishes entries with the same name. */
  readonly note?: string;
}

/** The maximum number of posts and of photos, since there may be thousands. */
const SHOWN_OF_EACH = 6;

const FIXED: readonly Entry[] = [
  { group: 'Pages', text: 'New post', to: NEW_POST, words: 'write blog create' },
  { group: 'Pages', text: 'Site', to: ADMIN, words: 'dashboard' },
  { group: 'Pages', text: 'Blogs', to: POSTS, words: 'posts import' },
  { group: 'Pages', text: 'Experiences', to: EDIT_EXPERIENCES, words: 'work jobs' },
  { group: 'Pages', text: 'Photos', to: UPLOADS, words: 'upload pictures images' },
  { group: 'Pages', text: 'History', to: HISTORY, words: 'changes undo restore versions' },
  { group: 'Pages', text: 'View site', to: HOME, words: 'public home' },
  {
    group: 'Settings',
    text: 'Site metadata',
    to: `${ADMIN}#site-metadata`,
    words: 'title description logo home button',
  },
  {
    group: 'Settings',
    text: 'Identity',
    to: `${ADMIN}#identity`,
    words: 'name location tagline highlights',
  },
  { group: 'Settings', text: 'Narrative', to: `${ADMIN}#narrative`, words: 'summary about' },
  { group: 'Settings', text: 'Contact', to: `${ADMIN}#contact`, words: 'email linkedin github' },
  {
    group: 'Settings',
    text: 'Site sections',
    to: `${ADMIN}#site-sections`,
    words: 'visible hide show',
  },
  {
    group: 'Settings',
    text: 'Content store',
    to: `${ADMIN}#content-store`,
    words: 'repository branch github git clone backup',
  },
  {
    group: 'Settings',
    text: 'Education and more',
    to: `${EDIT_EXPERIENCES}#education-and-more`,
    words: 'languages programming interests',
  },
];

const postEntry = ({ id, title, hidden }: PostHeading): Entry => ({
  group: 'Posts',
  text: title,
  to: editPostPath(id),
  ...(hidden && { note: 'hidden' }),
});

const photoEntry = ({ filename, alt }: Upload): Entry => ({
  group: 'Photos',
  text: filename,
  to: `${UPLOADS}?${new URLSearchParams({ q: filename })}`,
  ...(alt && { note: alt }),
});

/**
 * Returns the entries that contain every word of the query: pages, settings, and the first few
 * posts and photos. An empty query returns the pages and the newest posts.
 */
export const findEntries = (
  query: string,
  posts: readonly PostHeading[],
  photos: readonly Upload[],
): readonly Entry[] => {
  const words = searchWords(query);
  const isFound = (...texts: readonly (string | undefined)[]): boolean => {
    const text = folded(texts.filter((it) => it !== undefined).join('\n'));
    return words.every((word) => text.includes(word));
  };
  const result: Entry[] = [];
  const take = <Item>(
    items: readonly Item[],
    toEntry: (item: Item) => Entry,
    textsOf: (item: Item) => readonly (string | undefined)[],
  ): void => {
    let count = 0;
    for (const item of items) {
      if (count === SHOWN_OF_EACH) return;
      if (!isFound(...textsOf(item))) continue;
      result.push(toEntry(item));
      count += 1;
    }
  };
  result.push(...FIXED.filter(({ text, words: more }) => isFound(text, more)));
  take(posts, postEntry, ({ title, tags }) => [title, ...tags]);
  if (words.length > 0) take(photos, photoEntry, ({ filename, alt }) => [filename, alt]);
  return result;
};
