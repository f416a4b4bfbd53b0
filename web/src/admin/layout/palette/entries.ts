import { matchingPosts, type PostHeading, type Upload } from 'content-schema';
import { ADMIN, EDIT_EXPERIENCES, HOME, POSTS, editPostPath } from '../../../paths.ts';
import {
  ACCOUNT,
  CONNECT,
  HISTORY,
  NEW_POST,
  PAGES_LIST,
  PROPOSALS,
  UPLOADS,
} from '../../../admin-paths.ts';

import { hiddenNote } from '../visibility.ts';
import { findPhotos } from '../photo-order.ts';

/** A destination in the command palette. */
interface Entry {
  /** The group's heading in the list. */
  readonly group: 'Posts' | 'Pages' | 'Settings' | 'Photos';
  readonly text: string;
  readonly to: string;
  /** Distinguishes entries with the same name. */
  readonly note?: string;
}

/** The maximum number of posts and of photos, since there may be thousands. */
const SHOWN_OF_EACH = 6;

/** An entry that is always there, with more words that match it. */
interface FixedEntry extends Entry {
  readonly words: string;
}

const entriesOf =
  (group: Entry['group']) =>
  (text: string, to: string, words: string): FixedEntry => ({ group, text, to, words });

const page = entriesOf('Pages');
const setting = entriesOf('Settings');

const FIXED: readonly FixedEntry[] = [
  page('New post', NEW_POST, 'write blog create'),
  page('Dashboard', ADMIN, 'admin site'),
  page('Blogs', POSTS, 'posts import'),
  page('Pages', PAGES_LIST, 'about now uses imprint privacy write new'),
  page('Experiences', EDIT_EXPERIENCES, 'work jobs'),
  page('Photos', UPLOADS, 'upload pictures images'),
  page('History', HISTORY, 'changes undo restore versions'),
  page('Proposals', PROPOSALS, 'pull requests branches review publish'),
  page('Account', ACCOUNT, 'passkeys password sessions sign out everywhere'),
  page('Connect GitHub', CONNECT, 'repository app token disconnect'),
  page('View site', HOME, 'public home'),
  setting('Site metadata', `${ADMIN}#site-metadata`, 'title description logo home button'),
  setting('Identity', `${ADMIN}#identity`, 'name location tagline highlights'),
  setting('Narrative', `${ADMIN}#narrative`, 'summary about'),
  setting('Contact', `${ADMIN}#contact`, 'email linkedin github'),
  setting('Site sections', `${ADMIN}#site-sections`, 'visible hide show'),
  setting('Content store', `${ADMIN}#content-store`, 'repository branch github git clone backup'),
  setting(
    'Education and more',
    `${EDIT_EXPERIENCES}#education-and-more`,
    'languages programming interests',
  ),
];

const postEntry = (post: PostHeading): Entry => {
  const note = post.hidden ? 'hidden' : hiddenNote(post);
  return {
    group: 'Posts',
    text: post.title,
    to: editPostPath(post.id),
    ...(note !== undefined && { note }),
  };
};

const photoEntry = ({ filename, alt }: Upload): Entry => ({
  group: 'Photos',
  text: filename,
  to: `${UPLOADS}?${new URLSearchParams({ q: filename })}`,
  ...(alt && { note: alt }),
});

/**
 * Returns the entries that contain every word of the query, by groups: the first few posts, pages,
 * settings, and the first few photos. An empty query returns the newest posts and the pages.
 */
export const findEntries = (
  query: string,
  posts: readonly PostHeading[],
  photos: readonly Upload[],
): readonly Entry[] => {
  const matches = matchingPosts(query);
  const matchingPhotos = query.trim() === '' ? [] : findPhotos(photos, query);
  return [
    ...posts
      .filter(({ title, tags }) => matches({ title, tags }))
      .slice(0, SHOWN_OF_EACH)
      .map(postEntry),
    ...FIXED.filter(({ text, words }) => matches({ title: text, tags: [words] })),
    ...matchingPhotos.slice(0, SHOWN_OF_EACH).map(photoEntry),
  ];
};
