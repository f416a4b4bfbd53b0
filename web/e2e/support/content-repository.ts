import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { git } from './git.ts';

/** The files of a content repository: text or bytes, by path. */
export type ContentFiles = Readonly<Record<string, string | Uint8Array>>;

export const AUTHOR = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com'];

/**
 * Commits `files` in the working tree that `begin` creates, and pushes them to the branch `main`.
 */
const push = async (
  repository: string,
  files: ContentFiles,
  message: string,
  begin: (work: string) => void,
): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), 'content-'));
  try {
    begin(work);
    for (const [path, file] of Object.entries(files)) {
      await mkdir(dirname(join(work, path)), { recursive: true });
      await writeFile(join(work, path), file);
    }
    git(work, 'add', '.');
    // Garbage collection would run in the background while the working tree is removed.
    const noGc = ['-c', 'gc.auto=0'];
    git(work, ...AUTHOR, ...noGc, 'commit', '--quiet', '--message', message);
    git(work, 'push', '--quiet', '--force', repository, 'HEAD:main');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Replaces the branch `main` of a bare repository by one commit of `files`. */
export const replaceContent = (repository: string, files: ContentFiles): Promise<void> =>
  push(repository, files, 'Begin', (work) => git(work, 'init', '--quiet'));

/** Pushes `files` in a new commit, as a developer would. */
export const pushFiles = (repository: string, files: ContentFiles): Promise<void> =>
  push(repository, files, 'By hand', (work) => git(work, 'clone', '--quiet', repository, '.'));
