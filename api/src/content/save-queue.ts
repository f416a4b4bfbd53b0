import { ulid } from 'ulid';
import { StaleHead } from '../git-store/errors.ts';
import type { CommitResult, GitStore } from '../git-store/git-store.ts';
import type { BlobCache } from './blob-cache.ts';
import type { Change, Command } from './change.ts';
import { commitMessage } from './commit-message.ts';
import type { ContentReader } from './reader.ts';
import type { ContentSnapshot } from './snapshot.ts';

/** Writes commands to the branch one after the other, each as one commit. */
export interface SaveQueue {
  /**
   * The content after the save. A command that changes nothing makes no commit. Throws `StaleHead`
   * when others wrote faster several times in a row, and whatever the store or the command throws;
   * then nothing was written.
   */
  save(command: Command): Promise<ContentSnapshot>;
  /** Resolves once no save is under way. */
  idle(): Promise<void>;
}

interface Parts {
  readonly store: Pick<GitStore, 'commit'>;
  readonly reader: ContentReader;
  readonly blobs: BlobCache;
  readonly adminEmail: string;
}

const ATTEMPTS = 5;

export const createSaveQueue = ({ store, reader, blobs, adminEmail }: Parts): SaveQueue => {
  let last: Promise<unknown> = Promise.resolve();

  const rememberWritten = ({ tree }: CommitResult, { changes }: Change) => {
    for (const [path, bytes] of changes) {
      const entry = tree.get(path);
      if (bytes && entry) blobs.remember(entry.sha, bytes);
    }
  };

  const write = async (command: Command, current: ContentSnapshot): Promise<ContentSnapshot> => {
    const change = await command({ current, blobs });
    const operationId = ulid();
    const result = await store.commit({
      expectedHead: current.revision,
      message: commitMessage({ subject: change.subject, adminEmail, operationId }),
      operationId,
      changes: change.changes,
    });
    rememberWritten(result, change);
    return reader.adopt(result);
  };

  const attempt = async (command: Command, attemptsLeft: number): Promise<ContentSnapshot> => {
    const first = attemptsLeft === ATTEMPTS;
    const current = await (first ? reader.current() : reader.refresh());
    try {
      return await write(command, current);
    } catch (error) {
      if (!(error instanceof StaleHead) || attemptsLeft === 1) throw error;
      return attempt(command, attemptsLeft - 1);
    }
  };

  return {
    save: (command) => {
      const result = last.then(() => attempt(command, ATTEMPTS));
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => {
      await last;
    },
  };
};
