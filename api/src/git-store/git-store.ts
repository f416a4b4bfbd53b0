/**
 * The port between content and git: one branch of one repository. Reads are pinned to a commit or
 * a blob, so they never change; a write names the head it was built on and fails when the branch
 * has moved. Every method may also throw `StoreUnavailable`, `RateLimited` or `PermissionDenied`.
 */

import type { UnreadableObject } from './errors.ts';
import type { ReadLimit } from './read-limit.ts';

declare const brand: unique symbol;

/** 40 hexadecimal digits. */
export type CommitSha = string & { readonly [brand]: 'CommitSha' };
/** 40 hexadecimal digits. */
export type BlobSha = string & { readonly [brand]: 'BlobSha' };

export interface TreeEntry {
  readonly sha: BlobSha;
  /** Bytes; 0 for a file whose object can't be read. */
  readonly size: number;
  /** Present where the file may be executed and each write of it has to say so. */
  readonly executable?: true;
}

/** The first `START_BYTES` of a blob; 'binary' where the store knows only that it is no text. */
export type BlobStart = Uint8Array | 'binary' | UnreadableObject;

export const START_BYTES = 4096;

/** Every file of a commit by its path from the root; symbolic links and submodules are left out. */
export type Tree = ReadonlyMap<string, TreeEntry>;

/** A blob that is in the store already: of a tree, or staged. */
export type StoredBlob = Pick<TreeEntry, 'sha' | 'size'>;

/** What to write to each path: bytes, or a stored blob; null deletes it. */
export type Changes = ReadonlyMap<string, Uint8Array | StoredBlob | null>;

export interface CommitRequest {
  readonly expectedHead: CommitSha;
  /** Subject, empty line, body with trailers; `Operation-Id: <operationId>` is among them. */
  readonly message: string;
  /** Unique to this write: after a lost response it shows whether the write landed. */
  readonly operationId: string;
  /**
   * Who wrote it; absent: the store's own author. A store that makes all commits in the name of its
   * credentials names another author in a `Co-authored-by` trailer.
   */
  readonly author?: Author;
  readonly changes: Changes;
  /**
   * Whether the commit may also be made on a head that others moved the branch to, where they left
   * the changed paths as they are in `expectedHead`. A store that can't tell quickly throws
   * `StaleHead` all the same.
   */
  readonly mayRebase?: boolean;
  /**
   * Aborted when it is too late: nothing more is tried then. A write whose outcome is not known yet
   * throws `StoreUnavailable`, which says so.
   */
  readonly signal?: AbortSignal;
}

/** A commit with its tree. */
interface Listing {
  readonly head: CommitSha;
  readonly tree: Tree;
}

/** A commit with all that `list` and `links` say of it. */
export interface KnownListing extends Listing {
  readonly links: readonly string[];
}

/** The branch after a write. */
export interface CommitResult extends Listing {
  /** What it was built on; `head` itself when nothing was written. */
  readonly parent: CommitSha;
}

export interface Author {
  readonly name: string;
  readonly email: string;
}

export interface CommitInfo {
  readonly sha: CommitSha;
  /** The first parent; null for the first commit of a branch. */
  readonly parent: CommitSha | null;
  readonly author: Author;
  readonly committer: Author;
  /** When it was committed, as an ISO date in UTC. */
  readonly date: string;
  /** As it was written, but for line breaks at its end. */
  readonly message: string;
}

export interface HistoryQuery {
  /** The newest commit; absent means the branch's head. */
  readonly from?: CommitSha;
  /** Only commits that changed this file or directory; absent means all. */
  readonly path?: string;
  /** Only commits of these ISO dates and between them. */
  readonly since?: string;
  readonly until?: string;
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** What a commit may be proposed in. */
export type Reference = { readonly branch: string } | { readonly pull: number };

export interface HistoryPage {
  /** Newest first; empty past the last page, or for a path that never existed. */
  readonly commits: readonly CommitInfo[];
  readonly hasMore: boolean;
}

/** A small text beside the content, in none of its branches, that all instances share. */
export interface SharedState {
  /** Undefined when it was never written. */
  read(): Promise<string | undefined>;
  /** Replaces it; the edit is made again when another instance was faster. Resolves to the new text. */
  change(edit: (text: string | undefined) => string): Promise<string>;
}

/** The web pages that show what is in a store. */
interface StorePages {
  readonly repository: string;
  readonly branch: string;
  readonly commit: (commit: CommitSha) => string;
  /** A file of the branch, at a line if one is given. */
  readonly file: (path: string, line?: number) => string;
  /** Who wrote each line of a file of the branch, and when. */
  readonly blame: (path: string) => string;
  /** A file as a commit left it. */
  readonly fileAt: (commit: CommitSha, path: string) => string;
}

/** Where a store keeps its branch; all of it is known without a request. */
export interface StoreInfo {
  readonly kind: 'local' | 'github';
  /** The absolute path of a local repository, or `owner/name` at GitHub. */
  readonly repository: string;
  readonly branch: string;
  /** Absent where there are none. */
  readonly pages?: StorePages;
  /** What is left of the smallest quota; undefined where there is none, or it is not known. */
  readonly requestsLeft?: () => number | undefined;
}

export interface GitStore {
  readonly info: StoreInfo;
  /** Absent where the store is for one machine alone, whose disk serves as well. */
  readonly state?: SharedState;
  /**
   * The commit the branch points at now. `staleHead` is a commit that the branch is known to have
   * moved past: a response that names it is checked. Throws `RepositoryMissing`
   * when there is no such branch.
   */
  head(staleHead?: CommitSha): Promise<CommitSha>;
  /**
   * The branch as it was last seen, perhaps by an earlier process, to be served while the store fails;
   * undefined where nothing is kept. Never throws.
   */
  lastKnown?(): Promise<Listing | undefined>;
  /** The whole tree of a commit. Throws `NotFound` when there is no such commit. */
  list(commit: CommitSha): Promise<Tree>;
  /**
   * The paths of what `list` leaves out: symbolic links and submodules. Known from the listing, which
   * is cached for the commits that were listed or written last. Throws `NotFound` as `list` does.
   */
  links(commit: CommitSha): Promise<readonly string[]>;
  /**
   * The bytes of each blob, exactly; an error in place of one that is missing or damaged. Throws when
   * the store as a whole fails. `limit` is called with the number of those that take a request each
   * to a distant store, before these are made; what it throws is thrown.
   */
  read(
    blobs: readonly BlobSha[],
    limit?: ReadLimit,
  ): Promise<ReadonlyMap<BlobSha, Uint8Array | UnreadableObject>>;
  /**
   * How each blob begins, by as few requests as texts take, whatever they are; those of which the
   * store can't tell are missing. Throws as `read`.
   */
  starts(blobs: readonly BlobSha[]): Promise<ReadonlyMap<BlobSha, BlobStart>>;
  /**
   * Stores bytes for a later commit. What no commit takes is removed some time, by git or by GitHub; not
   * within days.
   */
  stage(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * Writes all changes as one commit on `expectedHead` and moves the branch to it, atomically. A
   * change without effect (the same bytes, or the deletion of an absent path) is dropped; when none
   * is left, no commit is made and the result is `expectedHead` with its tree. Throws `StaleHead`
   * when there is something to write and the branch is not at `expectedHead` (see `mayRebase`), and `StoreRefused` for
   * a path that git doesn't allow, that would be both a file and a directory, or that is a link, and
   * for a stored blob that is not there. Files keep their
   * mode; directories left empty disappear.
   */
  commit(request: CommitRequest): Promise<CommitResult>;
  /** One commit's description. Throws `NotFound` when there is no such commit. */
  show(commit: CommitSha): Promise<CommitInfo>;
  /**
   * The commits of the branch, newest first; those that a merge brought in may be left out. Throws
   * `NotFound` when there is no such commit, and otherwise as `head`.
   */
  history(query: HistoryQuery): Promise<HistoryPage>;
  /**
   * The blob of a file as each commit left it, in their order; null where there was none. Throws
   * `NotFound` when there is no such commit, where the store can tell.
   */
  versions(path: string, commits: readonly CommitSha[]): Promise<readonly (BlobSha | null)[]>;
  /** The first commit that `from` comes from. Throws `NotFound` when there is no such commit. */
  oldest(from: CommitSha): Promise<CommitInfo>;
  /** Where another branch, or a pull request, is now. Throws `NotFound` when there is none. */
  resolve(reference: Reference): Promise<CommitSha>;
}
