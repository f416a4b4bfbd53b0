import type { RestEndpointMethodTypes } from '@octokit/rest';
import * as v from 'valibot';
import { createCache, type CacheRegistry } from '../../cache.ts';
import { slicesOf } from '../slices.ts';
import { StoreRefused } from '../errors.ts';
import type { BlobSha, CommitSha, StoredListing, TreeEntry } from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { EXECUTABLE_MODE, NEW_FILE_MODE } from '../tree-object.ts';
import type { GitHubRepository } from './github-repository.ts';
import { filesByFolder } from './files-by-folder.ts';
import { BATCH_MAX, CONCURRENT_REQUESTS, readObjects } from './objects.ts';
import { withRetries } from './retries.ts';

export interface KnownBlob {
  readonly sha: BlobSha;
  /** Bytes; 0 for a blob that is in no cached tree. */
  readonly size: number;
  /** Whether GraphQL can be expected to return it whole. */
  readonly isText: boolean;
}

export type StoredTree = Omit<StoredListing, 'head'>;

type Listing = RestEndpointMethodTypes['git']['getTree']['response']['data'];
type ListedEntry = Pick<Listing['tree'][number], 'path' | 'type' | 'sha' | 'size' | 'mode'>;

/** The trees of the head, its parent, and some older commits. */
const TREES_MAX = 16;

/** GraphQL truncates texts longer than this, in bytes. */
const TEXT_MAX_BYTES = 512_000;
const TEXT_NAME = /\.(md|json|svg|txt)$/i;

/** The entries of a folder, in the format of the REST API: GraphQL has modes as numbers. */
const folderSchema = v.object({
  entries: v.array(
    v.object({
      path: v.string(),
      type: v.string(),
      sha: v.string(),
      size: v.number(),
      mode: v.pipe(
        v.number(),
        v.transform((mode) => mode.toString(8).padStart(6, '0')),
      ),
    }),
  ),
});
const FOLDERS = {
  queryName: 'Folders',
  fields: '... on Tree { entries { path: name type sha: oid size mode } }',
  schema: folderSchema,
};
/** More folders than this are read by queries; each of these, in one request with all below. */
const LISTED_MAX = 4;

interface Folder {
  /** Ends with a slash, but for the root's. */
  readonly prefix: string;
  readonly id: string;
}

const isText = (path: string, { size }: TreeEntry): boolean =>
  size <= TEXT_MAX_BYTES && TEXT_NAME.test(path);

interface Options {
  readonly caches: CacheRegistry;
  /** A cached listing, to spare listing its commit. */
  readonly listing: StoredListing | undefined;
  /** Returns the branch's last known head, whose tree is never evicted. */
  readonly head: () => CommitSha | undefined;
}

export const createTrees = (repository: GitHubRepository, { caches, listing, head }: Options) => {
  const { octokit, owner, name } = repository;
  const trees = createCache<StoredTree>(caches, { name: 'trees', max: TREES_MAX });
  if (listing) trees.set(listing.head, listing);

  const list = (sha: string, recursive: boolean): Promise<Listing> =>
    withRetries(
      { ...repository, notFoundMessage: `There is no tree or commit ${sha}` },
      async () => {
        const { data } = await octokit.rest.git.getTree({
          ...{ owner, repo: name, tree_sha: sha },
          // Any value enables it, so it must be absent to disable it.
          ...(recursive && { recursive: '1' }),
        });
        return data;
      },
    );

  /** Whether the branch is known to be too large for one list. */
  let isLarge = false;

  const listFolder = async ({ prefix, id }: Folder): Promise<readonly ListedEntry[]> => {
    const { tree, truncated } = await list(id, false);
    if (!truncated) return tree;
    throw new StoreRefused(
      `GitHub lists only a part of the directory "${prefix}": it is too large.`,
    );
  };

  /**
   * Lists a commit; GitHub truncates a recursive list at 100,000 entries or 7 MB. Then folders are
   * listed that are not in a cached listing.
   */
  const listAll = async (commit: CommitSha): Promise<StoredTree> => {
    const tree = new Map<string, TreeEntry>();
    const links: string[] = [];
    const add = ({ path, type, sha, size = 0, mode }: ListedEntry): void => {
      const executable = mode === EXECUTABLE_MODE;
      if (type === 'blob' && (executable || mode === NEW_FILE_MODE))
        tree.set(path, { sha: sha as BlobSha, size, ...(executable && { executable }) });
      else if (type !== 'tree') links.push(path);
    };
    /** Adds the files; returns the folders. */
    const addLevel = (prefix: string, entries: readonly ListedEntry[]): Folder[] =>
      entries.flatMap((entry) => {
        const path = `${prefix}${entry.path}`;
        if (entry.type === 'tree') return [{ prefix: `${path}/`, id: entry.sha }];
        add({ ...entry, path });
        return [];
      });
    const listWhole = async ({ prefix, id }: Folder): Promise<Folder[]> => {
      if (prefix !== '' || !isLarge) {
        const { tree: entries, truncated } = await list(id, true);
        isLarge ||= truncated;
        if (!truncated) {
          for (const entry of entries) add({ ...entry, path: `${prefix}${entry.path}` });
          return [];
        }
      }
      return addLevel(prefix, await listFolder({ prefix, id }));
    };
    const readFolders = async (folders: readonly Folder[]): Promise<Folder[]> => {
      const ids = folders.map(({ id }) => id);
      const read = await readObjects(repository, FOLDERS, ids);
      const levels = await mapConcurrently(folders, 1, async (folder) =>
        addLevel(folder.prefix, read.get(folder.id)?.entries ?? (await listFolder(folder))),
      );
      return levels.flat();
    };

    let next = await listWhole({ prefix: '', id: commit });
    const cached = trees.peek(head() ?? '') ?? trees.entries()[0]?.[1];
    const listed = next.length > 0 && cached ? await filesByFolder(cached) : undefined;
    while (next.length > 0) {
      for (const { prefix, id } of next)
        for (const [path, entry] of listed?.get(id)?.files ?? [])
          tree.set(`${prefix}${path}`, entry);
      const missing = next.filter(({ id }) => !listed?.has(id));
      const levels =
        missing.length <= LISTED_MAX
          ? await mapConcurrently(missing, LISTED_MAX, listWhole)
          : await mapConcurrently(slicesOf(missing, BATCH_MAX), CONCURRENT_REQUESTS, readFolders);
      next = levels.flat();
    }
    return { tree, links };
  };

  const read = async (commit: CommitSha): Promise<StoredTree> => {
    const cached = trees.get(commit) ?? (await listAll(commit));
    const present = head();
    if (present !== undefined) trees.get(present);
    trees.set(commit, cached);
    return cached;
  };

  return {
    /** Throws `NotFound` when there is no such commit. */
    read,
    remember: (commit: CommitSha, tree: StoredTree): void => trees.set(commit, tree),
    /** Describes each blob once, by its name and size in the cached trees. */
    describe: (blobs: readonly BlobSha[]): readonly KnownBlob[] => {
      const described = new Map(blobs.map((sha) => [sha, { sha, size: 0, isText: true }]));
      for (const [, { tree }] of trees.entries()) {
        for (const [path, entry] of tree) {
          const blob = described.get(entry.sha);
          if (!blob) continue;
          blob.size = entry.size;
          blob.isText &&= isText(path, entry);
        }
      }
      return [...described.values()];
    },
  };
};
