import { execFileSync } from 'node:child_process';
import { git } from './git.ts';

/** The files of a content repository: text or bytes, by path. */
export type ContentFiles = Readonly<Record<string, string | Uint8Array>>;

export type Changes = Readonly<Record<string, string | Uint8Array | null>>;

/** A part of a stream that is as long as its header says. */
const data = (bytes: Uint8Array): readonly Uint8Array[] => [
  Buffer.from(`data ${bytes.length}\n`),
  bytes,
  Buffer.from('\n'),
];

/**
 * Commits `changes` to a branch of a bare repository, where `null` deletes a file. That takes
 * one git process; a clone that commits and pushes starts ten.
 */
const commit = (
  repository: string,
  branch: string,
  message: string,
  time: number,
  base: string,
  changes: Changes,
  ...options: readonly string[]
): void => {
  const stream = [
    `commit refs/heads/${branch}\ncommitter ada <ada@example.com> ${Math.floor(time / 1000)} +0000\n`,
    ...data(Buffer.from(`${message}\n`)),
    base,
    ...Object.entries(changes).flatMap(([path, file]) =>
      file === null ? [`D ${path}\n`] : [`M 100644 inline ${path}\n`, ...data(Buffer.from(file))],
    ),
  ];
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet', ...options], {
    input: Buffer.concat(stream.map((part) => Buffer.from(part))),
  });
};

/** Git counts seconds, and later commits get a later date. */
const AGE_MS = 10_000;

/** Replaces the branch `main` of a bare repository by one commit of `files`. */
export const replaceContent = (repository: string, files: ContentFiles): void => {
  commit(repository, 'main', 'Begin', Date.now() - AGE_MS, 'deleteall\n', files, '--force');
};

/** Commits changes to the branch `main`, as a push by a developer does; `null` deletes a file. */
export const pushFiles = (repository: string, changes: Changes): void => {
  commit(repository, 'main', 'Change elsewhere', Date.now(), 'from refs/heads/main^0\n', changes);
};

/** Commits changes to another branch, which begins at `main` if it is new. */
export const proposeFiles = (
  repository: string,
  branch: string,
  message: string,
  changes: Changes,
): void => {
  const ref = `refs/heads/${branch}`;
  const parent = git(repository, 'for-each-ref', ref).trim() === '' ? 'refs/heads/main' : ref;
  commit(repository, branch, message, Date.now(), `from ${parent}^0\n`, changes);
};
