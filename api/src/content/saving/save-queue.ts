import { ulid } from 'ulid';
import { NotFound, StaleHead } from '../../git-store/errors.ts';
import type { CommitResult, CommitSha, GitStore } from '../../git-store/git-store.ts';
import { createMutex } from '../../mutex.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { Change, Command, SaveContext } from './save-command.ts';
import { commitMessage } from './commit-message.ts';
import type { ContentReader } from '../reading/reader.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

/** Runs commands one after the other and writes each as one commit. */
export interface SaveQueue {
  /**
   * The content after the save. The edits began from `base`, or from the present content where
   * none is given; commits made since are merged. A command without effect makes no commit. Throws
   * `StaleHead` when others wrote faster several times in a row, and any error of the store or the
   * command; then nothing was written.
   */
  save(command: Command, base?: CommitSha): Promise<ContentSnapshot>;
  /** Resolves once no save is in progress. */
  idle(): Promise<void>;
}

interface Options {
  readonly store: Pick<GitStore, 'commit'>;
  readonly reader: ContentReader;
  readonly blobs: BlobCache;
  readonly adminEmail: string;
}

const ATTEMPTS = 5;

export const createSaveQueue = ({ store, reader, blobs, adminEmail }: Options): SaveQueue => {
  const runExclusive = createMutex();

  const rememberWritten = ({ tree }: CommitResult, { changes }: Change) => {
    for (const [path, bytes] of changes) {
      const entry = tree.get(path);
      if (bytes && entry) blobs.remember(entry.sha, bytes);
    }
  };

  const write = async (command: Command, context: SaveContext): Promise<ContentSnapshot> => {
    const change = await command(context);
    const operationId = ulid();
    const result = await store.commit({
      expectedHead: context.current.revision,
      message: commitMessage({ subject: change.subject, adminEmail, operationId }),
      operationId,
      changes: change.changes,
    });
    rememberWritten(result, change);
    return reader.adopt(result);
  };

  /** Undefined for a commit that is gone, e.g. after a forced push. */
  const contentAt = async (commit: CommitSha): Promise<ContentSnapshot | undefined> => {
    try {
      return await reader.at(commit);
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  };

  const run = async (command: Command, base: CommitSha | undefined): Promise<ContentSnapshot> => {
    let current = await reader.current();
    const began = base === undefined ? current : await contentAt(base);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await write(command, { current, base: began, blobs });
      } catch (error) {
        if (!(error instanceof StaleHead) || attempt === ATTEMPTS) throw error;
        current = await reader.refresh(current.revision);
      }
    }
  };

  return {
    save: (command, base) => runExclusive(() => run(command, base)),
    idle: () => runExclusive.idle(),
  };
};
