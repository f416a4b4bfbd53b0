import { decodeAddress, groupBy, type PhotoUse } from 'content-schema';
import { markdownTextsOf } from 'content-schema/content-response';
import { memoizeByIdentity } from '../memo.ts';
import type { PhotoFile } from '../photos/photo.ts';
import { ENTITIES } from './entities.ts';
import { photoNamesOf } from './own-addresses.ts';
import { publicPosts } from './publication.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

const PHOTO_ADDRESS = /\/(?:photos|uploads)\/([^\s/?#()[\]<>"'`]+)/g;

export const photoNamesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PHOTO_ADDRESS)].map(([, name = '']) => decodeAddress(name))),
];

const usesByName = memoizeByIdentity((snapshot: ContentSnapshot) => {
  const inPosts = snapshot.posts.map((post) => ({
    use: { id: post.id, title: post.title },
    names: photoNamesOf(snapshot, post),
  }));
  const inFields = (['profile', 'experiences', 'sections'] as const).flatMap((entity) => {
    const { path: file, fields } = ENTITIES[entity];
    return markdownTextsOf(fields, snapshot[entity]).map(({ path, name, markdown }) => ({
      use: { file, field: path, title: name },
      names: photoNamesIn(markdown),
    }));
  });
  const all = [...inPosts, ...inFields].flatMap(({ use, names }, index) =>
    names.map((name) => ({ name, use, index })),
  );
  return groupBy(all, ({ name }) => name);
});

export const namesOf = ({ id, filename }: Pick<PhotoFile, 'id' | 'filename'>): string[] => [
  id,
  filename,
];

/** Returns the posts that refer to a photo by any of the names, and then the other texts. */
export const usesOf = (
  names: readonly string[],
  snapshot: ContentSnapshot,
): readonly PhotoUse[] => {
  const uses = names.flatMap((name) => usesByName(snapshot).get(name) ?? []);
  uses.sort((one, other) => one.index - other.index);
  return [...new Set(uses.map(({ use }) => use))];
};

/** Whether visitors see a photo with one of these names in any text. */
export const isSeenByVisitors = (names: readonly string[], snapshot: ContentSnapshot): boolean => {
  const isSeenIn = (post: PostEntry) => {
    const seen = photoNamesOf(snapshot, post);
    return names.some((name) => seen.includes(name));
  };
  return (
    publicPosts(snapshot).some(isSeenIn) || usesOf(names, snapshot).some((use) => 'file' in use)
  );
};
