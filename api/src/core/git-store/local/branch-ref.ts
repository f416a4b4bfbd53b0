import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StaleHead, StoreRefused } from '../errors.ts';
import { isCommitSha } from '../git-object-id.ts';
import type { CommitSha, WatchOptions } from '../git-store.ts';
import { nullIfMissing } from '../files.ts';
import { replaceRef } from './replace-ref.ts';

// https://git-scm.com/docs/git-check-ref-format
const ILLEGAL_ANYWHERE = /[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$/;
const isLegalName = (name: string): boolean =>
  name !== '' && !name.startsWith('.') && !name.endsWith('.lock');
const isLegalBranch = (branch: string): boolean =>
  !ILLEGAL_ANYWHERE.test(branch) && branch.split('/').every(isLegalName);

const PACKED_REF = /^([0-9a-f]{40}) (refs\/.+)$/gm;

export const readPackedRefs = async (gitDir: string): Promise<ReadonlyMap<string, CommitSha>> => {
  const packed = (await nullIfMissing(readFile(join(gitDir, 'packed-refs'), 'utf8'))) ?? '';
  return new Map(
    [...packed.matchAll(PACKED_REF)].map(([, sha = '', ref = '']) => [ref, sha as CommitSha]),
  );
};

const shaOf = (ref: string, content: string): CommitSha => {
  const sha = content.replace(/\n$/, '');
  if (!isCommitSha(sha)) throw new Error(`${ref} names no commit`);
  return sha;
};

/** One move of a branch writes several files; a save of this process is served by then. */
const SETTLE_MS = 100;

/** Watches the two places of a ref: its own file, and `packed-refs`. */
const watchRef = (
  gitDir: string,
  ref: string,
  { onChange, onFailure, signal }: WatchOptions,
): void => {
  let timer: NodeJS.Timeout | undefined;
  const settle = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!signal.aborted) onChange();
    }, SETTLE_MS).unref();
  };
  for (const path of [join(gitDir, ref), join(gitDir, 'packed-refs')]) {
    // The folder, since git replaces the file.
    try {
      watch(dirname(path), { persistent: false, signal }, (_, name) => {
        if (name === null || name === basename(path)) settle();
      }).on('error', onFailure);
    } catch (error) {
      onFailure(error);
    }
  }
};

/** A ref: a loose file or a line of `packed-refs`. Throws `StoreRefused` for an illegal name. */
export const createBranchRef = (gitDir: string, branch: string) => {
  if (!isLegalBranch(branch))
    throw new StoreRefused(`Git doesn't allow the branch name "${branch}"`);
  const ref = `refs/heads/${branch}`;

  /** Resolves to the commit that the branch points at, or null if the branch does not exist. */
  const read = async (): Promise<CommitSha | null> => {
    // In this order: git writes `packed-refs` before it removes the file.
    const loose = await nullIfMissing(readFile(join(gitDir, ref), 'utf8'));
    return loose === null ? ((await readPackedRefs(gitDir)).get(ref) ?? null) : shaOf(ref, loose);
  };

  /**
   * Moves the branch to `to`; null as `from` creates it. Throws `StaleHead` when the branch is not
   * at `from`, and `StoreUnavailable` when another program holds its lock.
   */
  const move = (from: CommitSha | null, to: CommitSha): Promise<void> =>
    replaceRef(gitDir, ref, to, async () => {
      if ((await read()) !== from) throw new StaleHead(`The branch ${branch} has moved`);
    });

  return { read, move, watch: (options: WatchOptions) => watchRef(gitDir, ref, options) };
};
