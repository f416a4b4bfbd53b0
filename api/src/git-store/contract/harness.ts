import { onTestFinished } from 'vitest';
import type { Changes, CommitRequest, CommitSha, GitStore } from '../git-store.ts';

/** What an outsider puts at a path: a plain file, one with a mode, a submodule, or nothing (null). */
export type OutsideFile =
  | string
  | Uint8Array
  | { readonly content: Uint8Array; readonly mode: '100644' | '100755' | '120000' }
  | { readonly submodule: string }
  | null;

export type OutsideFiles = ReadonlyMap<string, OutsideFile>;

/** An entry of a commit's tree as git has it; `mode` has six digits, 040000 for a directory. */
export interface GitEntry {
  readonly mode: string;
  readonly sha: string;
}

/** A fresh repository and what the suite does with it. */
export interface GitStoreHarness {
  /** The store under test. */
  readonly store: GitStore;
  /** An independent store on the same repository, as another process has it. */
  openStore(branch?: string): GitStore;
  /** Commits on the branch's head as somebody with git does, without any store. */
  push(files: OutsideFiles, message?: string): Promise<CommitSha>;
  /** Every entry of a commit's tree, directories and what stores don't list included. */
  entries(commit: CommitSha): Promise<ReadonlyMap<string, GitEntry>>;
  close(): Promise<void>;
}

/** Makes a repository whose first commit, by an outsider, holds `files`. */
export type CreateHarness = (files: OutsideFiles) => Promise<GitStoreHarness>;

/** A harness that is closed when the test ends. */
export type OpenHarness = (
  files?: Readonly<Record<string, OutsideFile>>,
) => Promise<GitStoreHarness>;

export const opening =
  (create: CreateHarness): OpenHarness =>
  async (files = { 'readme.md': 'hello\n' }) => {
    const harness = await create(new Map(Object.entries(files)));
    onTestFinished(() => harness.close());
    return harness;
  };

/** A change set from text; null deletes. */
export const changing = (files: Readonly<Record<string, string | Uint8Array | null>>): Changes =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );

let operations = 0;

/** A request with an operation of its own. */
export const request = (
  expectedHead: CommitSha,
  changes: Changes,
  subject = 'Change something',
): CommitRequest => {
  const operationId = `operation-${(operations += 1)}`;
  const message = `${subject}\n\nOperation-Id: ${operationId}`;
  return { expectedHead, message, operationId, changes };
};

/** The bytes of every file of a commit, as a store reads them. */
export const filesOf = async (store: GitStore, commit: CommitSha) => {
  const tree = await store.list(commit);
  const blobs = await store.read([...tree.values()].map(({ sha }) => sha));
  return new Map([...tree].map(([path, { sha }]) => [path, Buffer.from(blobs.get(sha)!)]));
};

/** The same as text, for tests about text. */
export const textsOf = async (store: GitStore, commit: CommitSha) =>
  Object.fromEntries(
    [...(await filesOf(store, commit))].map(([path, bytes]) => [path, bytes.toString()]),
  );
