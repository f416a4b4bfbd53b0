import { photoOf, postIdOf, type Layout } from 'content-schema';
import { decodeText } from '../reading/text-file.ts';
import type { Changes, Tree } from '../git-store/git-store.ts';

/** A photo of this site in a text, without a file name. */
const ADDRESS = /\/photos\/([\dA-Z]{26})(?![\w/.~-])/g;

/** Returns the address at which a site generator serves its folder of new photos. */
const addressOf = ({ media, newPhoto }: Layout): string => {
  const [folder = '', address = '/'] =
    Object.entries(media)
      .sort(([one], [other]) => other.length - one.length)
      .find(([each]) => newPhoto.startsWith(each)) ?? [];
  return address + newPhoto.slice(folder.length);
};

/** In the repository of another generator, texts refer to photos where that serves them, too. */
export const withServedPhotos = (changes: Changes, tree: Tree): Changes => {
  const { layout } = tree;
  if (!layout) return changes;
  const address = addressOf(layout);
  const paths = [...changes.keys(), ...tree.keys()];
  const names = new Map(
    paths.flatMap((path) => {
      const photo = photoOf(path);
      return photo ? [[photo.id, photo.filename] as const] : [];
    }),
  );
  const served = (text: string) =>
    text.replace(ADDRESS, (whole, id: string) => {
      const name = names.get(id);
      return name === undefined ? whole : `${address}${id}/${name}`;
    });
  return new Map(
    [...changes].map(([path, content]) => {
      if (postIdOf(path) === undefined || !(content instanceof Uint8Array)) return [path, content];
      const text = decodeText(content);
      const edited = served(text);
      return [path, edited === text ? content : Buffer.from(edited)];
    }),
  );
};
