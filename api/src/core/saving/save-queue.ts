import { photoOf, PROFILE_PATH } from 'content-schema';
import { setTimeout as delay } from 'node:timers/promises';
import { ulid } from 'ulid';
import pLimit from 'p-limit';
import {
  fallback,
  NotFound,
  PermissionDenied,
  isTransient,
  RepositoryMissing,
  StaleHead,
  StoreRefused,
  StoreUnavailable,
  UnreadableObject,
  type GitStoreError,
} from '../git-store/errors.ts';
import { changedPaths } from '../git-store/changes.ts';
import type { Changes, CommitResult, CommitSha, GitStore } from '../git-store/git-store.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { SvgCleaner } from '../photos/clean-image.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { ENTITIES } from '../reading/entities.ts';
import { authorOf, commitMessage } from '../messages/commit-message.ts';
import { mergeEdit } from './merge-trees.ts';
import { withServedPhotos } from './served-photos.ts';
import { createSavedOperations, type SavedCommit } from './saved-operations.ts';
import type { Command, SaveContext } from './save-command.ts';
import type { ContentReader } from '../reading/reader.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

export interface SaveOptions {
  /** The commit that the edits began from; absent means the current content. */
  readonly base?: CommitSha | undefined;
  /** Whether to check the head before; then the command also `dependsOnAll`, see `Change`. */
  readonly onHead?: boolean;
  /**
   * Whether the command may take long: then it runs before its turn, where no deadline ends it and
   * no other save waits, and in its turn only if the content has changed since.
   */
  readonly isLong?: boolean;
  /** Unique to this save, and the same when a client repeats it; absent if it is never repeated. */
  readonly operationId?: string | undefined;
  /** The size of the request in bytes: a large save may take longer. */
  readonly sentBytes?: number;
  /** Aborted when the client has disconnected: the save is dropped unless it is being written. */
  readonly signal?: AbortSignal | undefined;
}

export interface Saved {
  readonly content: ContentSnapshot;
  /** The paths of the written files, without deleted ones. */
  readonly written: ReadonlySet<string>;
  /** The commit of the save, made now or by an earlier attempt; undefined if nothing changed. */
  readonly commit?: CommitSha;
  readonly previous?: CommitSha | undefined;
}

export interface SaveQueueOptions {
  readonly store: Pick<GitStore, 'commit' | 'history'>;
  readonly reader: Pick<ContentReader, 'current' | 'atLeast' | 'refresh' | 'at' | 'adopt'>;
  readonly blobs: BlobCache;
  readonly photos: Pick<BlobCache, 'remember'>;
  readonly html: HtmlRenderer;
  readonly cleanSvg: SvgCleaner;
  /** Whose email may change. */
  readonly administrator: { readonly email: string };
  /** How long a save may take, including waiting in the queue. */
  readonly saveDeadlineMs?: number;
  /** Resolves to why the store can't be written to, if the start has noticed that. */
  readonly writeProblem?: Promise<GitStoreError | undefined> | undefined;
}

const ATTEMPTS = 8;
/** The longest pause before the second attempt; it grows by as much with each attempt. */
const PAUSE_MS = 10;
/** Proxies time out after 30 to 100 s; the client would not know whether the save landed. */
const DEADLINE_MS = 25_000;
/** The upload rate, 4 Mbit/s, by which the deadline of a large save is extended. */
const BYTES_PER_MS = 500;

interface Attempt extends SaveOptions {
  readonly ended: AbortSignal;
  /** The time by which the save must be answered, in `performance.now()` milliseconds. */
  readonly deadline: number;
  /** Once the store is writing, only the store knows the outcome. */
  isWriting: boolean;
}

/** Whether the error is one of the store as a whole, so that every other save would fail, too. */
const isStoreFailure = (error: unknown): error is GitStoreError =>
  (isTransient(error) && !(error instanceof UnreadableObject)) ||
  error instanceof PermissionDenied ||
  error instanceof RepositoryMissing;

const saveTimedOut = (): StoreUnavailable =>
  new StoreUnavailable('Saving took too long, so nothing was saved. Please try again in a moment.');

const hasMoved = (): StoreUnavailable =>
  new StoreUnavailable('The content has just moved. Please try again.');

/** Settles like `saving`. Rejects once the attempt has ended, unless the store is writing. */
const withDeadline = (attempt: Attempt, saving: Promise<Saved>): Promise<Saved> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => {
      if (!attempt.isWriting) reject(saveTimedOut());
    };
    attempt.ended.addEventListener('abort', giveUp);
    void saving.then(resolve, reject).finally(() => {
      // Else Node would keep the signal, and with it the saved data, until the deadline.
      attempt.ended.removeEventListener('abort', giveUp);
    });
  });

const bytesOf = (changes: Changes): number =>
  [...changes.values()].reduce(
    (sum, content) => sum + (content instanceof Uint8Array ? content.byteLength : 0),
    0,
  );

export type SaveQueue = ReturnType<typeof createSaveQueue>;

/** Runs commands one after the other and writes each as one commit. */
export const createSaveQueue = (options: SaveQueueOptions) => {
  const { store, reader, blobs, photos, html, cleanSvg, administrator } = options;
  const { saveDeadlineMs = DEADLINE_MS } = options;
  const tools = { blobs, html, cleanSvg };
  const runExclusive = pLimit(1);
  const operations = createSavedOperations(store);
  /** The store error of the last write; undefined after a successful one. */
  let failure: GitStoreError | undefined;
  void options.writeProblem?.then((problem) => {
    failure ??= problem;
  });
  let inProgress = 0;
  let isRetired = false;

  const rememberWritten = ({ tree }: CommitResult, changes: Changes) => {
    for (const [path, bytes] of changes) {
      const entry = tree.get(path);
      if (bytes instanceof Uint8Array && entry)
        (photoOf(path) ? photos : blobs).remember(entry.sha, bytes);
    }
  };

  /** The owner's name in the profile once the changes are written. */
  const nameAfter = async (changes: Changes, current: ContentSnapshot): Promise<string> => {
    const file = changes.get(PROFILE_PATH);
    if (file === undefined) return current.profile.name;
    const isStored = file !== null && !(file instanceof Uint8Array);
    const bytes = isStored ? (await blobs.readEach([file.sha])).get(file.sha) : file;
    return ENTITIES.profile.file.read(bytes ?? undefined).value.name;
  };

  const write = async (
    command: Command,
    context: SaveContext,
    operationId: string,
    attempt: Attempt,
  ): Promise<Saved> => {
    const { changes: edits, isEdit, dependsOnAll, merges, ...message } = await command(context);
    const merged = isEdit ? await mergeEdit(edits, context) : edits;
    const changes = withServedPhotos(merged, context.current.tree);
    const { sentBytes = 0, onHead = false } = attempt;
    const name = await nameAfter(changes, context.current);
    if (attempt.ended.aborted) throw saveTimedOut();
    const unsentBytes = Math.max(0, bytesOf(changes) - sentBytes);
    const timeLeft = attempt.deadline - performance.now() + unsentBytes / BYTES_PER_MS;
    attempt.isWriting = true;
    const result = await store.commit({
      expectedHead: context.current.revision,
      author: authorOf(name, administrator.email),
      message: commitMessage({ ...message, operationId }),
      operationId,
      changes,
      ...(merges && { merges }),
      mayRebase: !onHead && !dependsOnAll,
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(timeLeft))),
    });
    rememberWritten(result, changes);
    const { head: commit, parent } = result;
    const isNew = commit !== parent;
    // Without a commit, nothing else shows that the branch has moved.
    if (!isNew && onHead && (await reader.refresh(commit)).revision !== commit) {
      throw new StaleHead('The branch has moved');
    }
    if (isNew) {
      failure = undefined;
      operations.record(operationId, { commit, parent });
    }
    const content = await reader.adopt(result);
    const written = new Set([...changes.keys()].filter((path) => changes.get(path)));
    return { content, written, ...(isNew && { commit, previous: parent }) };
  };

  /** Reads the content of a commit; undefined if the commit is gone, e.g. after a forced push. */
  const contentAt = (commit: CommitSha): Promise<ContentSnapshot | undefined> =>
    reader.at(commit).catch(fallback(undefined, NotFound));

  /** Returns the result of an earlier attempt at the same save, whose response was lost. */
  const repeated = async (
    command: Command,
    current: ContentSnapshot,
    { commit, parent }: SavedCommit,
    base: ContentSnapshot | undefined,
  ): Promise<Saved> => {
    const before = parent === null ? undefined : await contentAt(parent);
    // Run the command on its original content, so that it reports the same refusals again.
    if (before) await command({ current: before, base: base ?? before, ...tools });
    const { tree } = await reader.at(commit);
    const changed = changedPaths(before?.tree ?? new Map(), tree);
    const written = new Set(changed.filter((path) => tree.has(path)));
    return { content: current, written, commit };
  };

  const contextOf = async ({ base, onHead }: SaveOptions): Promise<SaveContext> => {
    const readCurrent = () => (base === undefined ? reader.current() : reader.atLeast(base));
    const current = await (onHead ? reader.refresh() : readCurrent());
    return { current, base: base === undefined ? current : await contentAt(base), ...tools };
  };

  const runAhead = async (command: Command, { base }: SaveOptions): Promise<Command> => {
    const ahead = await contextOf({ base });
    // Its turn tells whether an earlier attempt has landed, and throws the error if none has.
    const change = await Promise.resolve(ahead)
      .then(command)
      .catch(() => undefined);
    const isSame = ({ current, base }: SaveContext): boolean =>
      current === ahead.current && base?.revision === ahead.base?.revision;
    return (context) => (change && isSame(context) ? change : command(context));
  };

  const run = async (command: Command, attempt: Attempt): Promise<Saved> => {
    const { base: baseSha, operationId } = attempt;
    let { current, base } = await contextOf(attempt);
    for (let count = 1; ; count += 1) {
      try {
        const landed = operationId && (await operations.find(operationId, current.revision));
        if (landed) return await repeated(command, current, landed, baseSha && base);
        const context = { current, base, ...tools };
        return await write(command, context, operationId ?? ulid(), attempt);
      } catch (error) {
        attempt.isWriting = false;
        if (count === ATTEMPTS) throw error;
        if (error instanceof StaleHead) {
          // The random pause keeps concurrent instances from colliding again.
          await delay(PAUSE_MS * count * Math.random());
          current = await reader.refresh(current.revision);
        } else if (error instanceof UnreadableObject) {
          // The commit may be gone after a forced push and a garbage collection.
          const next = await reader.refresh();
          if (next === current && (base === undefined || base === current)) throw error;
          [current, base] = [next, undefined];
        } else throw error;
      }
    }
  };

  const runInTurn = (command: Command, attempt: Attempt): Promise<Saved> => {
    const failureBefore = failure;
    return runExclusive(async () => {
      if (attempt.ended.aborted) throw saveTimedOut();
      if (isRetired) throw hasMoved();
      if (isStoreFailure(failure) && failure !== failureBefore) throw failure;
      try {
        return await run(command, attempt);
      } catch (error) {
        if (isStoreFailure(error) || error instanceof StoreRefused) failure = error;
        throw error;
      }
    });
  };

  /**
   * Runs the command and writes its change as a commit, or none if it has no effect or its
   * operation is already in the history. Commits made since `base` are merged. Throws `StaleHead`
   * when others wrote faster several times in a row, and any error of the store or the command;
   * then nothing was written. Throws `StoreUnavailable` at the deadline, which includes waiting for
   * other saves, and at once when the save ahead fails because of the store or is testing whether
   * it works again.
   */
  const save = async (command: Command, options: SaveOptions = {}): Promise<Saved> => {
    if (isStoreFailure(failure) && inProgress > 0) throw failure;
    const inTurn = options.isLong ? await runAhead(command, options) : command;
    const { sentBytes = 0, signal } = options;
    const timeAllowed = saveDeadlineMs + Math.ceil(sentBytes / BYTES_PER_MS);
    const limit = AbortSignal.timeout(timeAllowed);
    const attempt: Attempt = {
      ...options,
      ended: signal ? AbortSignal.any([limit, signal]) : limit,
      deadline: performance.now() + timeAllowed,
      isWriting: false,
    };
    inProgress += 1;
    try {
      return await withDeadline(attempt, runInTurn(inTurn, attempt));
    } finally {
      inProgress -= 1;
    }
  };

  return {
    save,
    failure: () => failure,
    length: () => inProgress,
    /** Reads the history in which the next save looks for its operation. Throws like `save`. */
    prepare: () =>
      runExclusive(async () => {
        await operations.prepare((await reader.current()).revision);
      }),
    /** Whether a save has been written, e.g. by a request whose response was lost. */
    isWritten: async (operationId: string): Promise<boolean> =>
      (await operations.find(operationId, (await reader.refresh()).revision)) !== undefined,
    idle: () => runExclusive(() => undefined),
    /**
     * Does `work` while no save is in progress; once it has succeeded, saves throw
     * `StoreUnavailable`. Rejects like `work`; saves then go on.
     */
    retire: <Result>(work: () => Promise<Result>): Promise<Result> =>
      runExclusive(async () => {
        if (isRetired) throw hasMoved();
        const result = await work();
        isRetired = true;
        return result;
      }),
  };
};
