/**
 * The addresses that the texts of another site generator use: of pictures beside them or in its
 * folders of files, and of other texts. The texts stay as they are.
 */
import { addressOf, createMatcher, decodeAddress, linkKey } from 'content-schema';
import { linksIn, relink } from 'content-schema/images-in-text';
import { createResolver } from 'content-schema/resolve-links';
import { memoizeByIdentity } from '../memo.ts';
import { publicPostAt } from './addresses.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

const targetsOf = memoizeByIdentity(({ tree, photos, posts }: ContentSnapshot) => {
  const photoIds = new Map(
    photos.flatMap(({ id, key }) => {
      const origin = tree.get(key)?.origin;
      return origin ? [[origin.path, id]] : [];
    }),
  );
  const postIds = new Map(posts.flatMap(({ id, origin }) => (origin ? [[origin.path, id]] : [])));
  const match = createMatcher(
    posts.flatMap(({ origin, ...post }) => (origin ? { ...post, path: origin.path } : [])),
  );
  const paths = [...photoIds.keys(), ...postIds.keys()];
  const resolve = createResolver(paths, (_, written) => match(linkKey(written)));
  return { photoIds, postIds, resolve };
});

/** Returns what the addresses in a text are on this site; those that lead elsewhere are left out. */
export const ownAddresses = (
  snapshot: ContentSnapshot,
  { path }: NonNullable<PostEntry['origin']>,
  addresses: readonly string[],
): ReadonlyMap<string, string> => {
  const { photoIds, postIds, resolve } = targetsOf(snapshot);
  const { images, posts } = resolve(path, addresses);
  return new Map([
    ...[...images].map(([address, real]) => [address, `/photos/${photoIds.get(real)}`] as const),
    ...[...posts].map(([address, real]) => {
      const [fragment = ''] = /#.*$/.exec(address) ?? [];
      return [address, addressOf(postIds.get(real) ?? '') + fragment] as const;
    }),
  ]);
};

/** Returns what the addresses in a post are on this site; undefined if it is the site's own. */
export const addressesIn = (
  snapshot: ContentSnapshot,
  { origin }: Pick<PostEntry, 'origin'>,
  content: string,
) => {
  const addresses = origin ? linksIn(content).map(({ address }) => address) : [];
  return origin && ownAddresses(snapshot, origin, addresses);
};

/** Returns a post's content with this site's addresses. */
export const shownContent = (
  snapshot: ContentSnapshot,
  entry: Pick<PostEntry, 'origin'>,
  content: string,
): string => {
  const own = addressesIn(snapshot, entry, content);
  return own ? relink(content, (address) => own.get(address)) : content;
};

/** Returns the ids and file names of the photos that a post refers to. */
export const photoNamesOf = (
  snapshot: ContentSnapshot,
  { origin, images = [], photoNames }: PostEntry,
): readonly string[] =>
  origin
    ? [...ownAddresses(snapshot, origin, images).values()].flatMap((address) =>
        address.startsWith('/photos/') ? address.slice('/photos/'.length) : [],
      )
    : photoNames;

/** Returns the id of the photo that the site generator serves at a path, also below its post's. */
export const photoServedAt = (snapshot: ContentSnapshot, path: string): string | undefined => {
  const { layout } = snapshot.tree;
  if (!layout) return undefined;
  const { photoIds } = targetsOf(snapshot);
  const [folder = '', name = ''] = splitPath(decodeAddress(path));
  const post = publicPostAt(snapshot, folder)?.origin?.path;
  const files = [
    ...Object.entries(layout.media).flatMap(([media, address]) =>
      folder.startsWith(address) ? media + folder.slice(address.length) + name : [],
    ),
    ...(post === undefined ? [] : [(splitPath(post)[0] ?? '') + name]),
  ];
  return files.map((file) => photoIds.get(file)).find((id) => id !== undefined);
};

const splitPath = (path: string): readonly string[] => path.split(/(?<=\/)(?=[^/]*$)/);
