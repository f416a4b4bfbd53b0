import { setTimeout as delay } from 'node:timers/promises';
import { ulid } from 'ulid';
import { applyChanges, effectiveChanges, type EffectiveChanges } from '../changes.ts';
import { fallback, StaleHead, type GitStoreError } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import type {
  CommitRequest,
  CommitResult,
  CommitSha,
  GitStore,
  PullRequests,
  StoredListing,
  StoredBlob,
} from '../git-store.ts';
import { readBlobs, readStarts } from './blobs.ts';
import { createBranch, findUntouchedHead, readReference } from './branches.ts';
import { commitWithGraphql, mutationBytes } from './commit-graphql.ts';
import { commitWithRest, uploadBlob } from './commit-rest.ts';
import { describeFailure } from './failure.ts';
import {
  createFirstFile,
  FIRST_SUBJECT,
  isIncomplete,
  replaceFirstCommit,
  type FirstContent,
} from './first-content.ts';
import {
  openGitHubRepository,
  type GitHubRepository,
  type GitHubRepositoryOptions,
} from './github-repository.ts';
import { createCacheRegistry, type CacheRegistry } from '../../cache.ts';
import { createHead, EmptyRepository } from './head.ts';
import { createHistory, readFileVersions, readRemovals } from './history.ts';
import { withRetries } from './retries.ts';
import { missingPermissionError, toStoreError } from './store-error.ts';
import { createSharedState } from './shared-state.ts';
import { createPace } from './pace.ts';
import { createProposals } from './proposals.ts';
import { createQuotas, describeRepository, readProperties } from './repository-info.ts';
import { createTrees, type StoredTree } from './trees.ts';
import { pushCommit } from './push-commit.ts';
import { writeCommit } from './write-commit.ts';

/**
 * Tests write access by creating a blob, the same one at each start, that no commit uses. Resolves
 * to the error, or to undefined if writing is possible or GitHub can't be reached.
 */
export const findWriteProblem = async (
  repository: GitHubRepository,
): Promise<GitStoreError | undefined> => {
  const { octokit, owner, name: repo } = repository;
  try {
    await octokit.rest.git.createBlob({ owner, repo, content: '', encoding: 'utf-8' });
    return undefined;
  } catch (error) {
    const failure = describeFailure(error);
    // For a classic token without the right scope GitHub answers 404, although reading works.
    return failure.status === 404
      ? missingPermissionError(repository, true)
      : toStoreError(failure, repository, true);
  }
};

export interface GitHubGitStoreOptions extends GitHubRepositoryOptions {
  readonly firstContent: FirstContent;
  readonly firstSubject?: string;
  /** The most base64 bytes of changes that are sent in one request. */
  readonly mutationMaxBytes?: number;
  /** The most new files of a commit that is not pushed. */
  readonly apiMaxFiles?: number;
  readonly caches?: CacheRegistry;
  /** The branch as an earlier process left it. */
  readonly storedListing?: StoredListing | undefined;
}

export interface GitHubGitStore extends GitStore {
  readonly pullRequests: PullRequests;
  /** Checks access. Throws when reading is impossible; resolves to why writing is impossible. */
  check(): Promise<GitStoreError | undefined>;
}

/** GitHub accepts 45 MB for the whole request; some users report 40 MB. */
const MUTATION_MAX_BYTES = 35_000_000;
/** GitHub documents no limit but 10 s; the trees of larger commits are built in steps. */
const MUTATION_MAX_NEW_FILES = 500;
/** GitHub allows 80 requests a minute that create content. */
const API_MAX_FILES = 100;

/** Another author is a trailer: GitHub makes commits in the name of the credentials' owner. */
const messageWithAuthor = (
  { message, author }: CommitRequest,
  ownerEmail: string | undefined,
): string =>
  !author || author.email.toLowerCase() === ownerEmail?.toLowerCase()
    ? message
    : message.replace(/\n\n(?!.*\n\n)/s, `\n\nCo-authored-by: ${author.name} <${author.email}>\n`);

/** How often a commit is rebased while others move the branch, with pauses of random length. */
const REBASES = 12;
const REBASE_PAUSE_MS = 20;

/**
 * Keeps content on one branch of a repository at GitHub. Its only state is caches, so any number of
 * processes may use the same branch. An empty repository is filled when its head is first read.
 */
export const createGitHubGitStore = (options: GitHubGitStoreOptions): GitHubGitStore => {
  const { firstContent, firstSubject = FIRST_SUBJECT } = options;
  const { mutationMaxBytes = MUTATION_MAX_BYTES, apiMaxFiles = API_MAX_FILES } = options;
  const quotas = createQuotas();
  const pace = createPace();
  const repository = openGitHubRepository({
    maxBytes: Infinity,
    ...options,
    onQuota: quotas.note,
    onWrite: pace.note,
  });
  const { caches = createCacheRegistry() } = options;
  const head = createHead(repository, caches);
  const trees = createTrees(repository, {
    ...{ caches, listing: options.storedListing, head: () => head.lastRead() },
  });
  const history = createHistory(repository, caches);
  /** The email address in the credentials' commits; undefined until the first commit. */
  let ownerEmail: string | undefined;
  let visibility: Promise<boolean | undefined> | undefined;

  /** Asks again while it is public, so that a warning goes once it is private. */
  const isPublic = async (mayBeOld = false): Promise<boolean | undefined> => {
    const cached = await visibility;
    if (cached === false || (visibility && mayBeOld)) return cached;
    visibility = readProperties(repository).then(
      (properties) => properties.isPublic,
      () => undefined,
    );
    return visibility;
  };

  /** Rebases a commit while others move the branch without touching the changed paths. */
  const writeOnHead = async (
    request: CommitRequest,
    listing: StoredTree,
    changes: EffectiveChanges,
  ): Promise<Pick<CommitResult, 'head' | 'parent'>> => {
    const { mayRebase = false, signal, branch, merges } = request;
    const { tree: before } = listing;
    const target = branch === undefined ? repository : { ...repository, branch };
    const newFiles = [...changes.values()].filter(Boolean).length;
    const fitsMutation =
      newFiles <= MUTATION_MAX_NEW_FILES && mutationBytes(changes) <= mutationMaxBytes;
    let expectedHead = request.expectedHead;
    if (target !== repository) await createBranch(target, expectedHead, signal);
    for (let rebases = 0; ; rebases += 1) {
      try {
        const message = messageWithAuthor(request, ownerEmail);
        const onHead = { ...request, message, expectedHead };
        const { sha, authorEmail } = await writeCommit(target, onHead, async (attempt) => {
          // The API decides what git can't push, and tells why something is refused.
          const mayPush = newFiles > apiMaxFiles && attempt === 1;
          const unsigned = { ...request, expectedHead };
          const pushed = mayPush && (await pushCommit(target, unsigned, changes, listing));
          if (pushed) return pushed;
          return fitsMutation && !merges
            ? commitWithGraphql(target, onHead, changes)
            : commitWithRest(target, onHead, changes, before);
        });
        ownerEmail = authorEmail ?? ownerEmail;
        if (target === repository) head.moved(expectedHead, sha);
        return { head: sha, parent: expectedHead };
      } catch (error) {
        if (!(error instanceof StaleHead)) throw error;
        if (target === repository) head.markStale(expectedHead);
        if (!mayRebase || rebases === REBASES || signal?.aborted) throw error;
        const next = await findUntouchedHead(target, before, [...changes.keys()]);
        if (next === undefined) throw error;
        // The random pause keeps concurrent writers from colliding again.
        if (rebases > 0) await delay(REBASE_PAUSE_MS * rebases * Math.random());
        expectedHead = next;
      }
    }
  };

  /** Creating a blob is idempotent, so a failed request may be repeated. */
  const stage = async (bytes: Uint8Array): Promise<StoredBlob> => {
    pace.rejectIfFull();
    await withRetries({ ...repository, isWrite: true }, () => uploadBlob(repository, bytes));
    return { sha: blobShaOf(bytes), size: bytes.byteLength };
  };

  const commit = async (request: CommitRequest): Promise<CommitResult> => {
    const { expectedHead } = request;
    const listing = await trees.read(expectedHead);
    const { tree: before, links } = listing;
    const changes = await effectiveChanges(before, links, request.changes);
    if (changes.size === 0 && request.merges === undefined)
      return { head: expectedHead, parent: expectedHead, tree: before };
    const written = await writeOnHead(request, listing, changes);
    if (written.parent !== expectedHead) {
      return { ...written, tree: (await trees.read(written.head)).tree };
    }
    const tree = applyChanges(before, changes);
    trees.remember(written.head, { tree, links });
    return { ...written, tree };
  };

  /** Replaces the first commit unless it has a parent, since that would discard history. */
  const replaceFirst = async (request: CommitRequest): Promise<CommitSha | undefined> => {
    const first = request.expectedHead;
    if ((await history.show(first)).parent !== null) return undefined;
    // GitHub may refuse or fail. The fallback, adding the files, is allowed and reports a failure.
    const replaced = await replaceFirstCommit(repository, request).catch(() => undefined);
    if (replaced !== undefined) head.moved(first, replaced);
    return replaced;
  };

  /** Adds the files after the first one, also after an interrupted start. */
  const completeFirstContent = async (sha: CommitSha): Promise<CommitSha> => {
    const files = await firstContent();
    if (!isIncomplete((await trees.read(sha)).tree, files)) return sha;
    const operationId = ulid();
    const message = `${firstSubject}\n\nOperation-Id: ${operationId}\n`;
    const request = { expectedHead: sha, message, operationId, changes: files };
    const replaced = await replaceFirst(request);
    if (replaced !== undefined) return replaced;
    const committed = await commit(request).catch(fallback(undefined, StaleHead));
    // Without one, another process was faster.
    return committed?.head ?? head.read();
  };

  const createFirstCommit = async (): Promise<CommitSha> => {
    try {
      return await createFirstFile(repository, await firstContent());
    } catch (error) {
      // Another process was faster, or the response was lost: then there is a head now.
      return head.read().catch(() => {
        throw error;
      });
    }
  };

  const readHead = async (staleHead?: CommitSha): Promise<CommitSha> => {
    if (staleHead !== undefined) head.markStale(staleHead);
    const present = await head.read().catch(fallback(undefined, EmptyRepository));
    return present ?? completeFirstContent(await createFirstCommit());
  };

  return {
    info: {
      ...describeRepository(options),
      requestsLeft: quotas.least,
      isScarce: quotas.isScarce,
      isPublic,
    },
    state: createSharedState(repository),
    head: readHead,
    list: async (sha) => (await trees.read(sha)).tree,
    links: async (sha) => (await trees.read(sha)).links,
    read: async (blobs, reader) => {
      const described = trees.describe(blobs);
      if (reader === 'visitor' && described.some(({ isText }) => !isText)) quotas.rejectIfScarce();
      return readBlobs(repository, described);
    },
    starts: (blobs) => readStarts(repository, blobs),
    stage,
    commit,
    show: (sha) => history.show(sha),
    history: async (query) => history.page(query.from ?? (await readHead()), query),
    versions: (path, commits) => readFileVersions(repository, path, commits),
    removals: async (query) =>
      readRemovals(repository, query, (await trees.read(query.from)).tree.size),
    resolve: (reference) => readReference(repository, reference),
    mergeBase: (one, other) => history.mergeBase(one, other),
    ...createProposals(repository, history),
    check: async () => {
      await completeFirstContent(await readHead());
      return findWriteProblem(repository);
    },
  };
};
