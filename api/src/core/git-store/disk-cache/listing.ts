import { changedPaths, filesAt } from '../changes.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { BlobSha, CommitSha, StoredListing, TreeEntry } from '../git-store.ts';
import type { DiskLog } from './log.ts';

type File = readonly [path: string, sha: BlobSha, size: number, executable?: true];

/** A whole listing with its links, or what differs from the listing of `parent`. */
interface ListingRecord {
  readonly head: CommitSha;
  readonly files: readonly File[];
  readonly links?: readonly string[];
  readonly layout?: StoredListing['layout'];
  readonly parent?: CommitSha;
  readonly deleted?: readonly string[];
}

const fileOf = ([path, { sha, size, executable }]: [string, TreeEntry]): File =>
  executable ? [path, sha, size, executable] : [path, sha, size];

const entryOf = ([path, sha, size, executable]: File): [string, TreeEntry] => [
  path,
  { sha, size, ...(executable && { executable }) },
];

/** The number of listings to return besides the newest one. */
const OLDER_MAX = 4;

/** The cached listings, newest first. A change to the listing of another process is skipped. */
const readListings = ([first, ...others]: readonly ListingRecord[]): readonly StoredListing[] => {
  if (!isCommitSha(first?.head) || !first.links) return [];
  const { links } = first;
  let { head, layout } = first;
  let tree = new Map(first.files.map(entryOf));
  const older: StoredListing[] = [];
  for (const [i, change] of others.entries()) {
    if (change.parent !== head) continue;
    if (i >= others.length - OLDER_MAX) {
      older.unshift({ head, tree, links, layout });
      tree = new Map(tree);
    }
    for (const file of change.files) tree.set(...entryOf(file));
    for (const path of change.deleted ?? []) tree.delete(path);
    ({ head, layout } = change);
  }
  return [{ head, tree, links, layout }, ...older];
};

/** After this many changes the whole listing is written again. */
const CHANGES_MAX = 500;

export type ListingCache = Awaited<ReturnType<typeof openListingCache>>;

/**
 * Opens the cache of the branch's listings on the disk, so that a start need not list it: first all
 * files, then the changes from each listing to the next.
 */
export const openListingCache = async (log: DiskLog) => {
  const records = (await log.read()) as ListingRecord[];
  const stored = readListings(records);
  let [last] = stored;
  let changes = records.length;
  return {
    /** The last listings of earlier processes, newest first; empty if there are none. */
    stored,
    /** Adds a listing, whose texts can be read without the store from now on. */
    add: (listing: StoredListing): void => {
      const { head, tree, links, layout } = listing;
      if (head === last?.head) return;
      const hasSameLinks = last?.links.join('\0') === links.join('\0');
      if (last && hasSameLinks && changes < CHANGES_MAX) {
        const paths = changedPaths(last.tree, tree);
        changes += 1;
        log.append({
          ...{ head, layout, parent: last.head },
          files: Array.from(filesAt(tree, paths), fileOf),
          deleted: paths.filter((path) => !tree.has(path)),
        } satisfies ListingRecord);
      } else {
        changes = 0;
        log.replace([
          { head, links, layout, files: [...tree].map(fileOf) } satisfies ListingRecord,
        ]);
      }
      last = listing;
    },
  };
};
