import { ulid } from 'ulid';
import { NotFound, StaleHead } from '../../git-store/errors.ts';
import type { CommitResult, CommitSha, GitStore } from '../../git-store/git-store.ts';
import { createMutex } from '../../mutex.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { Change, Command, SaveContext } from './save-command.ts';
import { commitMessage } from './commit-message.ts';
import type { ContentReader } from '../reading/reader.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

/** Writes commands to the branch one after the other, each as one commit. */
export interface SaveQueue {
  /**
   * The content after the save. The edits began from `base`, or from the present content where
   * none is given; what others wrote since is merged. A command that changes nothing makes no
   * commit. Throws `StaleHead` when others wrote faster several times in a row, and whatever the
   * store or the command throws; then nothing was written.
   */
  save(command: Command, base?: CommitSha): Promise<ContentSnapshot>;
  /** Resolves once no save is under way. */
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
  const inTurn = createMutex();

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

  /** A commit that is gone, e.g. by a forced push, leaves nothing to compare the edits with. */
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
    save: (command, base) => inTurn(() => run(command, base)),
    idle: () => inTurn.idle(),
  };
};
