import { onTestFinished } from 'vitest';
import type { CommitSha, GitStore } from '../git-store.ts';

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
