import type { CommitSha, GitStore } from '../git-store.ts';

/** A change pushed without a store: a file, a file with a mode, a submodule, or null to delete. */
export type OutsideFile =
  | string
  | Uint8Array
  | { readonly content: Uint8Array; readonly mode: '100644' | '100755' | '120000' }
  | { readonly submodule: string }
  | null;

export type OutsideFiles = ReadonlyMap<string, OutsideFile>;

/** An entry of a commit's tree in git; `mode` has six digits, 040000 for a directory. */
export interface GitEntry {
  readonly mode: string;
  readonly sha: string;
}

/** A fresh repository, with the operations that the contract suite needs. */
export interface GitStoreHarness {
  /** The store under test. */
  readonly store: GitStore;
  /** Opens an independent store on the same repository, like another process. */
  openStore(branch?: string): GitStore;
  /** Commits on the branch's head with git, without a store. */
  push(files: OutsideFiles, message?: string): Promise<CommitSha>;
  /** Returns every entry of a commit's tree, including directories, links and submodules. */
  entries(commit: CommitSha): Promise<ReadonlyMap<string, GitEntry>>;
}

/** Creates a repository for a test. Its first commit, made without a store, holds `files`. */
export type CreateHarness = (files: OutsideFiles) => Promise<GitStoreHarness>;

export type OpenHarness = (
  files?: Readonly<Record<string, OutsideFile>>,
) => Promise<GitStoreHarness>;

export const createOpen =
  (create: CreateHarness): OpenHarness =>
  (files = { 'readme.md': 'hello\n' }) =>
    create(new Map(Object.entries(files)));
