import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { effectiveChanges } from '../effective-changes.ts';
import { StaleHead } from '../errors.ts';
import { placeDurably } from './durable-file.ts';
import { unlessAbsent } from './file-errors.ts';
import { openRepository, type RepositoryOptions } from './repository.ts';
import { writeCommit } from './write-commit.ts';

export interface NewRepository extends RepositoryOptions {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly message: string;
}

const CONFIG = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n';

const placeIfAbsent = async (path: string, text: string): Promise<void> => {
  if (!(await unlessAbsent(stat(path)))) await placeDurably(path, Buffer.from(text));
};

// What makes a directory a repository to git; HEAD comes last, so half of one isn't taken for it.
const layOut = async (dir: string, branch: string): Promise<void> => {
  await mkdir(join(dir, 'objects'), { recursive: true });
  await mkdir(join(dir, 'refs', 'heads'), { recursive: true });
  await placeIfAbsent(join(dir, 'config'), CONFIG);
  await placeIfAbsent(join(dir, 'HEAD'), `ref: refs/heads/${branch}\n`);
};

/**
 * Makes a bare repository with a first commit, and HEAD at its branch. What is there already stays
 * as it is, so it completes a start that was interrupted and does nothing to a repository that has
 * the branch; several processes may do it at once.
 */
export const createLocalRepository = async (repository: NewRepository): Promise<void> => {
  const { dir, branch, files, message } = repository;
  const opened = openRepository(repository);
  await layOut(dir, branch);
  if ((await opened.ref.read()) !== null) return;
  const first = await writeCommit(opened, null, effectiveChanges(new Map(), files), message);
  try {
    await opened.ref.move(null, first);
  } catch (error) {
    // Another process made the first commit meanwhile.
    if (!(error instanceof StaleHead)) throw error;
  }
};
