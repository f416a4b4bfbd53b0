import type { RestEndpointMethodTypes } from '@octokit/rest';
import { LRUCache } from 'lru-cache';
import type { BlobSha, CommitSha, Tree, TreeEntry } from '../git-store.ts';
import { callForRead } from './call.ts';
import type { GitHubRepository } from './github-repository.ts';

/** The trees of commits; those of the last few are kept. */
export interface Trees {
  /** Throws `NotFound` when there is no such commit. */
  files(commit: CommitSha): Promise<Tree>;
  /** Whether a file's bytes are probably text, by its name and size in the trees seen. */
  isText(blob: BlobSha): boolean;
  /** Takes over the tree of a commit that is known without asking. */
  remember(commit: CommitSha, tree: Tree): void;
}

type Listing = RestEndpointMethodTypes['git']['getTree']['response']['data'];
type ListedEntry = Listing['tree'][number];

/** Commits under work at a time: the head, the one before, and some of the history. */
const KEPT_TREES = 8;

/** Blobs known not to be text; around ten megabytes. */
const KEPT_BINARIES = 100_000;
/** GraphQL cuts texts that are longer, in bytes. */
const TEXT_MAX_BYTES = 512_000;
const TEXT_NAME = /\.(md|json|svg|txt)$/i;

const isFile = ({ type, mode }: ListedEntry): boolean =>
  type === 'blob' && (mode === '100644' || mode === '100755');

const filesOf = (listing: Listing, prefix: string): [string, TreeEntry][] =>
  listing.tree
    .filter(isFile)
    .map(({ path, sha, size }) => [`${prefix}${path}`, { sha: sha as BlobSha, size: size ?? 0 }]);

export const createTrees = (repository: GitHubRepository): Trees => {
  const { octokit, owner, name } = repository;
  const kept = new LRUCache<CommitSha, Tree>({ max: KEPT_TREES });
  const binaries = new LRUCache<BlobSha, true>({ max: KEPT_BINARIES });

  const keep = (commit: CommitSha, tree: Tree): Tree => {
    kept.set(commit, tree);
    for (const [path, { sha, size }] of tree) {
      if (size > TEXT_MAX_BYTES || !TEXT_NAME.test(path)) binaries.set(sha, true);
    }
    return tree;
  };

  const list = (sha: string, recursive: boolean): Promise<Listing> =>
    callForRead(
      repository,
      async () => {
        const { data } = await octokit.rest.git.getTree({
          owner,
          repo: name,
          tree_sha: sha,
          // Any value turns it on, so it must be absent to be off.
          ...(recursive && { recursive: '1' }),
          request: repository.read(),
        });
        return data;
      },
      `There is no tree or commit ${sha}`,
    );

  /** A recursive listing stops at 100,000 entries or 7 MB; then each directory is asked for by itself. */
  const walk = async (sha: string, prefix: string): Promise<[string, TreeEntry][]> => {
    const whole = await list(sha, true);
    if (!whole.truncated) return filesOf(whole, prefix);
    const level = await list(sha, false);
    const found = filesOf(level, prefix);
    for (const entry of level.tree) {
      if (entry.type === 'tree') found.push(...(await walk(entry.sha, `${prefix}${entry.path}/`)));
    }
    return found;
  };

  return {
    files: async (commit) => kept.get(commit) ?? keep(commit, new Map(await walk(commit, ''))),
    remember: (commit, tree) => {
      keep(commit, tree);
    },
    isText: (blob) => !binaries.has(blob),
  };
};
