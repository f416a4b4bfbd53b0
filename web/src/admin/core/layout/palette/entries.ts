import { matchingPosts, type PostHeading, type Upload } from 'content-schema';
import { HOME, editPostPath } from '../../../../paths.ts';
import { UPLOADS } from '../../paths.ts';
import type { AdminPage, PaletteEntry } from '../../define-admin-page.ts';
import { hiddenNote } from '../visibility.ts';
import { findPhotos } from '../photo-order.ts';

/** The maximum number of posts and of photos, since there may be thousands. */
const SHOWN_OF_EACH = 6;

const VIEW_SITE: PaletteEntry = {
  group: 'Pages',
  text: 'View site',
  to: HOME,
  words: 'public home',
};

const postEntry = (post: PostHeading): PaletteEntry => {
  const note = post.hidden ? 'hidden' : hiddenNote(post);
  return {
    group: 'Posts',
    text: post.title,
    to: editPostPath(post.id),
    ...(note !== undefined && { note }),
  };
};

const photoEntry = ({ filename, alt }: Upload): PaletteEntry => ({
  group: 'Photos',
  text: filename,
  to: `${UPLOADS}?${new URLSearchParams({ q: filename })}`,
  ...(alt && { note: alt }),
});

/** The entries that contain every word of the query; for none, the newest posts and the pages. */
export const findEntries = (
  query: string,
  pages: readonly AdminPage[],
  posts: readonly PostHeading[],
  photos: readonly Upload[],
): readonly PaletteEntry[] => {
  const matches = matchingPosts(query);
  const matchingPhotos = query.trim() === '' ? [] : findPhotos(photos, query);
  return [
    ...posts
      .filter(({ title, tags }) => matches({ title, tags }))
      .slice(0, SHOWN_OF_EACH)
      .map(postEntry),
    ...[...pages.flatMap(({ entries }) => entries), VIEW_SITE].filter(({ text, words = '' }) =>
      matches({ title: text, tags: [words] }),
    ),
    ...matchingPhotos.slice(0, SHOWN_OF_EACH).map(photoEntry),
  ];
};
