import { resolve } from 'node:path';
import { applyChanges, effectiveChanges } from '../changes.ts';
import {
  GitStoreError,
  NotFound,
  StaleHead,
  StoreUnavailable,
  UnreadableObject,
  fallback,
} from '../errors.ts';
import type {
  BlobSha,
  CommitInfo,
  CommitRequest,
  CommitResult,
  CommitSha,
  GitStore,
  HistoryQuery,
  Reference,
  ProposalInfo,
} from '../git-store.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { createBranchRef } from './branch-ref.ts';
import { damageError } from './check-repository.ts';
import { describeCommit, parseCommit } from '../commit-object.ts';
import { compareCommits } from './compare-commits.ts';
import { copyRepository, readRefs } from './copy-repository.ts';
import { toDiskUnwritable } from '../files.ts';
import { newObject } from './objects.ts';
import { openRepository, type Repository, type RepositoryOptions } from './repository.ts';
import { isFile, readableName } from '../tree-object.ts';
import { writeCommit } from './write-commit.ts';

// Files open at a time.
const CONCURRENCY = 32;

const readEach = async (blobs: readonly BlobSha[], read: (sha: BlobSha) => Promise<Uint8Array>) => {
  const shas = [...new Set(blobs)];
  const readable = (sha: BlobSha): Promise<Uint8Array | UnreadableObject> =>
    read(sha).catch((error: unknown) => {
      if (error instanceof UnreadableObject) return error;
      if (!(error instanceof NotFound)) throw error;
      return new UnreadableObject(`The object ${sha} of the content repository is missing`);
    });
  const contents = await mapConcurrently(shas, CONCURRENCY, readable);
  return new Map(contents.map((content, i) => [shas[i] as BlobSha, content]));
};

const commitChanges = async (
  repository: Repository,
  { expectedHead, changes, author = repository.author, branch, ...request }: CommitRequest,
): Promise<CommitResult> => {
  const { dir, objects, trees } = repository;
  const ref = branch === undefined ? repository.ref : createBranchRef(dir, branch);
  // Not from the cached commits, which know nothing of a damaged repository.
  const body = await objects.read(expectedHead, 'commit').catch(async (error: unknown) => {
    // The commit may be gone after a forced push and a garbage collection.
    if ((await ref.read()) === expectedHead) throw error;
    throw new StaleHead('The branch has moved');
  });
  const parent = parseCommit(expectedHead, body);
  const { tree, links } = await trees.listing(parent.tree);
  const effective = await effectiveChanges(tree, links, changes);
  if (effective.size === 0 && request.merges === undefined)
    return { head: expectedHead, parent: expectedHead, tree };
  const head = await ref.read();
  const isNew = branch !== undefined && head === null;
  if (!isNew && head !== expectedHead) throw new StaleHead('The branch has moved');
  const written = await writeCommit({ ...repository, author }, parent, effective, request);
  await ref.move(head, written.sha);
  repository.commits.remember(written, effective.keys());
  const changedTree = applyChanges(tree, effective);
  trees.remember(written.tree, { tree: changedTree, links });
  return { head: written.sha, parent: expectedHead, tree: changedTree };
};

const stage = async ({ objects }: Repository, bytes: Uint8Array) => {
  const blob = newObject('blob', bytes);
  await objects.write(blob);
  return { sha: blob.sha as BlobSha, size: bytes.byteLength };
};

/** Throws `NotFound` for a pull request, which a local repository doesn't have. */
const readReference = async (dir: string, reference: Reference): Promise<CommitSha> => {
  const commit = 'branch' in reference ? await createBranchRef(dir, reference.branch).read() : null;
  if (commit === null) throw new NotFound('There is no such branch or open pull request');
  return commit;
};

const readHistory = async (
  repository: Repository,
  from: CommitSha,
  { path, since, until, page, perPage }: HistoryQuery,
) => {
  const commits: CommitInfo[] = [];
  let toSkip = (page - 1) * perPage;
  for await (const commit of repository.commits.walk(from, path)) {
    if (since !== undefined && commit.date < since) continue;
    if (until !== undefined && commit.date > until) continue;
    if (toSkip > 0) toSkip -= 1;
    else if (commits.length === perPage) return { commits, hasMore: true };
    else commits.push(describeCommit(commit));
  }
  return { commits, hasMore: false };
};

const HEADS = 'refs/heads/';
const PATHS_MAX = 100;

/** Undefined for a branch without commits of its own. */
const describeBranch = async (
  { commits, treeChanges }: Repository,
  target: CommitSha,
  branch: string,
  head: CommitSha,
): Promise<ProposalInfo | undefined> => {
  const { base, isAdded } = await compareCommits(commits, target, head);
  if (!isAdded(head)) return undefined;
  const newest = await commits.commit(head);
  let first = newest;
  while (first.parent && isAdded(first.parent)) first = await commits.commit(first.parent);
  const before = base === undefined ? null : (await commits.commit(base)).tree;
  const names = (await treeChanges.names(before, newest.tree, Infinity, Infinity)) ?? [];
  return {
    ...{ id: branch, branch, head, date: newest.date, author: newest.author.name },
    title: first.message.split('\n')[0] ?? '',
    paths: names.slice(0, PATHS_MAX).flatMap((name) => readableName(name) ?? []),
    comments: [],
  };
};

/** The other branches with commits of their own; those that can't be read are left out. */
const readProposals = async (repository: Repository) => {
  const target = await repository.head();
  const proposals: ProposalInfo[] = [];
  for (const [ref, head] of await readRefs(repository.dir)) {
    if (!ref.startsWith(HEADS)) continue;
    const described = describeBranch(repository, target, ref.slice(HEADS.length), head);
    const proposal = await described.catch(fallback(undefined, NotFound, UnreadableObject));
    if (proposal) proposals.push(proposal);
  }
  return { proposals: proposals.sort((a, b) => (a.date < b.date ? 1 : -1)) };
};

const readVersions = (
  repository: Repository,
  path: string,
  commits: readonly CommitSha[],
): Promise<(BlobSha | null)[]> =>
  mapConcurrently(commits, CONCURRENCY, async (commit) => {
    const { tree } = await repository.commits.commit(commit);
    const item = await repository.treeChanges.itemAt(tree, path);
    return item && isFile(item) ? (item.sha as BlobSha) : null;
  });

/**
 * Runs a read of the branch's commit or of what another commit refers to. An object that is missing
 * although its commit is there means that the repository is damaged.
 */
const readingCommit = <Result>(
  { dir, objects, ref }: Repository,
  sha: CommitSha,
  read: Promise<Result>,
): Promise<Result> =>
  read.catch(async (error: unknown) => {
    if (!(error instanceof NotFound || error instanceof UnreadableObject)) throw error;
    const hasCommit = () => objects.read(sha, 'commit').catch(() => undefined);
    const isExpected = (await ref.read()) === sha || (await hasCommit());
    throw isExpected ? damageError(dir, error) : error;
  });

const withStoreErrors = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (error instanceof GitStoreError) throw error;
    const message = "The content repository can't be read or written";
    throw toDiskUnwritable(error) ?? new StoreUnavailable(message, { cause: error });
  });

export interface LocalGitStore extends GitStore {
  /** Computes the changed paths of the latest commits, so that a file's first history is fast. */
  learnHistory(): Promise<void>;
}

/**
 * Keeps content in a bare git repository on this machine's disk. Other processes may use it at the
 * same time: more stores, and `git` itself. The repository must exist; `createLocalRepository` makes
 * one. Throws `StoreRefused` for a branch name that git doesn't allow.
 */
export const createLocalGitStore = (options: RepositoryOptions): LocalGitStore => {
  const repository = openRepository(options);
  const { objects, trees } = repository;
  const reading = <Result>(sha: CommitSha, read: Promise<Result>): Promise<Result> =>
    withStoreErrors(readingCommit(repository, sha, read));
  const listing = (sha: CommitSha) =>
    reading(
      sha,
      repository.commits.commit(sha).then(({ tree }) => trees.listing(tree)),
    );
  return {
    info: { kind: 'local', repository: resolve(options.dir), branch: options.branch },
    head: () => withStoreErrors(repository.head()),
    watch: (watching) => repository.ref.watch(watching),
    list: async (sha) => (await listing(sha)).tree,
    links: async (sha) => (await listing(sha)).links,
    read: (blobs) => withStoreErrors(readEach(blobs, (sha) => objects.read(sha, 'blob'))),
    starts: (blobs) => withStoreErrors(readEach(blobs, (sha) => objects.start(sha, 'blob'))),
    stage: (bytes) => withStoreErrors(stage(repository, bytes)),
    commit: (request) => reading(request.expectedHead, commitChanges(repository, request)),
    show: (sha) => reading(sha, repository.commits.commit(sha).then(describeCommit)),
    history: async (query) => {
      const from = query.from ?? (await withStoreErrors(repository.head()));
      return reading(from, readHistory(repository, from, query));
    },
    versions: (path, commits) => withStoreErrors(readVersions(repository, path, commits)),
    removals: (query) => reading(query.from, repository.commits.removals(query)),
    proposals: () => withStoreErrors(readProposals(repository)),
    mergeBase: (one, other) =>
      withStoreErrors(compareCommits(repository.commits, one, other).then(({ base }) => base)),
    learnHistory: () =>
      withStoreErrors(repository.head().then((head) => repository.commits.precompute(head))),
    resolve: (reference) => withStoreErrors(readReference(options.dir, reference)),
    copy: (since) => withStoreErrors(copyRepository(objects, options, since)),
  };
};
