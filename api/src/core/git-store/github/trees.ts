import type { RestEndpointMethodTypes } from '@octokit/rest';
import { createCache, type CacheRegistry } from '../../cache.ts';
import { StoreRefused } from '../errors.ts';
import type { BlobSha, CommitSha, StoredListing, TreeEntry } from '../git-store.ts';
import { withRetries } from './retries.ts';
import type { GitHubRepository } from './github-repository.ts';

export interface KnownBlob {
  readonly sha: BlobSha;
  /** Bytes; 0 for a blob that is in no cached tree. */
  readonly size: number;
  /** Whether GraphQL can be expected to return it whole. */
  readonly isText: boolean;
}

type StoredTree = Omit<StoredListing, 'head'>;

type Listing = RestEndpointMethodTypes['git']['getTree']['response']['data'];
type ListedEntry = Listing['tree'][number];

/** The trees of the head, its parent, and some older commits. */
const TREES_MAX = 16;

/** GraphQL truncates texts longer than this, in bytes. */
const TEXT_MAX_BYTES = 512_000;
const TEXT_NAME = /\.(md|json|svg|txt)$/i;

const FILE_MODE = '100644';
const EXECUTABLE_MODE = '100755';

const toStoredTree = (entries: readonly ListedEntry[]): StoredTree => {
  const tree = new Map<string, TreeEntry>();
  const links: string[] = [];
  for (const { path, type, sha, size = 0, mode } of entries) {
    const executable = mode === EXECUTABLE_MODE;
    if (type === 'blob' && (executable || mode === FILE_MODE))
      tree.set(path, { sha: sha as BlobSha, size, ...(executable && { executable }) });
    else if (type !== 'tree') links.push(path);
  }
  return { tree, links };
};

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
      repository,
      async () => {
        const { data } = await octokit.rest.git.getTree({
          owner,
          repo: name,
          tree_sha: sha,
          // Any value enables it, so it must be absent to disable it.
          ...(recursive && { recursive: '1' }),
        });
        return data;
      },
      { notFoundMessage: `There is no tree or commit ${sha}` },
    );

  /** GitHub truncates a recursive list at 100,000 entries or 7 MB; then directories are listed. */
  const walk = async (sha: string, prefix: string): Promise<ListedEntry[]> => {
    const inPlace = (entry: ListedEntry) => ({ ...entry, path: `${prefix}${entry.path}` });
    const whole = await list(sha, true);
    if (!whole.truncated) return whole.tree.map(inPlace);
    const level = await list(sha, false);
    if (level.truncated) {
      throw new StoreRefused(
        `GitHub lists only a part of the directory "${prefix}": it is too large.`,
      );
    }
    const entries = level.tree.map(inPlace);
    for (const { type, sha: below, path } of level.tree) {
      if (type === 'tree') entries.push(...(await walk(below, `${prefix}${path}/`)));
    }
    return entries;
  };

  const read = async (commit: CommitSha): Promise<StoredTree> => {
    const cached = trees.get(commit) ?? toStoredTree(await walk(commit, ''));
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
