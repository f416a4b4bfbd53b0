import { isCommitSha } from '../git-object-id.ts';
import type {
  BlobSha,
  Changes,
  CommitSha,
  GitStore,
  KnownListing,
  TreeEntry,
} from '../git-store.ts';
import type { DiskLog } from './log.ts';

/**
 * Caches the branch's latest listing on the local disk, so that a start need not list it: first all
 * files, then the changes of each commit.
 */

type File = readonly [path: string, sha: BlobSha, size: number, executable?: true];

interface WholeListing {
  readonly head: CommitSha;
  readonly files: readonly File[];
  readonly links: readonly string[];
}

interface ListingChange {
  readonly head: CommitSha;
  readonly parent: CommitSha;
  readonly files: readonly File[];
  readonly deleted: readonly string[];
}

type ListingRecord = WholeListing | ListingChange;

const fileOf = ([path, { sha, size, executable }]: [string, TreeEntry]): File =>
  executable ? [path, sha, size, executable] : [path, sha, size];

const entryOf = ([path, sha, size, executable]: File): [string, TreeEntry] => [
  path,
  { sha, size, ...(executable && { executable }) },
];

/**
 * Returns the cached listing, or undefined if there is none. Stops at a gap, where another process
 * has committed.
 */
const readListing = (records: readonly ListingRecord[]): KnownListing | undefined => {
  const [first, ...changes] = records;
  if (!first || !isCommitSha(first.head) || !('links' in first)) return undefined;
  let { head } = first;
  const tree = new Map(first.files.map(entryOf));
  for (const change of changes) {
    if (!('parent' in change) || change.parent !== head) break;
    for (const file of change.files) tree.set(...entryOf(file));
    for (const path of change.deleted) tree.delete(path);
    head = change.head;
  }
  return { head, tree, links: first.links };
};

/**
 * Reads the listing that an earlier process cached; undefined if there is none or it is damaged.
 */
export const readKnownListing = async (
  log: Pick<DiskLog, 'read'>,
): Promise<KnownListing | undefined> => readListing((await log.read()) as ListingRecord[]);

/** After this many changes the whole listing is written again. */
const CHANGES_MAX = 500;

/**
 * Returns a store that caches each new listing of its branch on the disk; `known` is the listing
 * cached so far.
 */
export const withListingOnDisk = (
  store: GitStore,
  log: DiskLog,
  known: KnownListing | undefined,
): GitStore => {
  let last = known;
  let changes = 0;
  /** The branch's head as last read. */
  let head: CommitSha | undefined;

  const keep = (listing: KnownListing): void => {
    last = listing;
    changes = 0;
    log.replace([
      { head: listing.head, links: listing.links, files: [...listing.tree].map(fileOf) },
    ] satisfies ListingRecord[]);
  };

  const keepChange = (listing: KnownListing, parent: CommitSha, changed: Changes): void => {
    last = listing;
    changes += 1;
    const { tree } = listing;
    const paths = [...changed.keys()];
    log.append({
      head: listing.head,
      parent,
      files: paths.flatMap((path) => {
        const entry = tree.get(path);
        return entry ? [fileOf([path, entry])] : [];
      }),
      deleted: paths.filter((path) => !tree.has(path)),
    } satisfies ListingRecord);
  };

  return {
    ...store,
    head: async (staleHead) => {
      head = await store.head(staleHead);
      return head;
    },
    list: async (commit) => {
      const tree = await store.list(commit);
      if (commit === head && commit !== last?.head) {
        keep({ head: commit, tree, links: await store.links(commit) });
      }
      return tree;
    },
    // Until the store has answered, don't delay responses that the disk cache can serve.
    starts: async (shas) => (head === undefined ? new Map() : store.starts(shas)),
    commit: async (request) => {
      const result = await store.commit(request);
      if (result.head === last?.head) return result;
      head = result.head;
      const listing = { ...result, links: await store.links(head) };
      if (result.parent === last?.head && changes < CHANGES_MAX) {
        keepChange(listing, result.parent, request.changes);
      } else keep(listing);
      return result;
    },
    lastKnown: () => Promise.resolve(last),
  };
};
