/** The content that earlier processes served, for a start while the store can't be reached. */
import { isContentPath, isFontPath, isLogoPath, photoOf } from 'content-schema';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import type { ListingCache } from '../git-store/disk-cache/listing.ts';
import type { Tree, TreeEntry } from '../git-store/git-store.ts';
import type { BlobCache } from './blob-cache.ts';
import type { LoadSnapshot } from './snapshot-loader.ts';
import type { ContentSnapshot } from './snapshot.ts';

interface Options {
  readonly load: LoadSnapshot;
  readonly blobs: Pick<BlobCache, 'has' | 'readEach'>;
  readonly listings: ListingCache | undefined;
  /** The texts on the disk; absent for a store that is itself on the disk. */
  readonly texts: FileCache | undefined;
  readonly isRemote: boolean;
}

const isText = (path: string): boolean =>
  isContentPath(path) && photoOf(path) === undefined && !isLogoPath(path) && !isFontPath(path);

const textsOf = (tree: Tree): TreeEntry[] =>
  [...tree].flatMap(([path, entry]) => (isText(path) ? [entry] : []));

export const createStoredContent = (options: Options) => {
  const { load, blobs, listings, texts, isRemote } = options;
  let written = Promise.resolve();

  const isWhole = ({ tree }: Pick<ContentSnapshot, 'tree'>): boolean =>
    !isRemote || textsOf(tree).every((text) => blobs.has(text));

  const write = async ({ revision: head, tree, links }: ContentSnapshot): Promise<void> => {
    if (texts) {
      const all = textsOf(tree);
      // Without it, all texts of earlier processes would be read again.
      await texts.idle();
      for (const { sha } of all) texts.touch(sha);
      await blobs.readEach(all.filter((text) => !blobs.has(text)).map(({ sha }) => sha));
      await texts.idle();
    }
    listings?.add({ head, tree, links });
  };

  return {
    /** Whether every page of the content can be served without the store. */
    isWhole,

    /** Loads the newest content of earlier processes whose texts are on the disk, if any. */
    load: async (): Promise<ContentSnapshot | undefined> => {
      await texts?.idle();
      const stored = listings?.stored ?? [];
      // A post of an earlier process can be listed even without its text.
      for (const { head, tree } of [...stored.filter(isWhole), ...stored]) {
        const snapshot = await load(head, tree).catch(() => undefined);
        if (snapshot) return snapshot;
      }
      return undefined;
    },

    /** Stores the content for later processes, in the background: its texts, then its listing. */
    write: (snapshot: ContentSnapshot): void => {
      // A later snapshot is stored in place of one that can't be.
      written = written.then(() => write(snapshot)).catch(() => undefined);
    },
  };
};
