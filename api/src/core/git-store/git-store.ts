/**
 * The port between content and git: one branch of one repository. Reads are pinned to a commit or
 * a blob, so they never change; a write names the head it was built on and fails when the branch
 * has moved. Every method may also throw `StoreUnavailable`, `RateLimited` or `PermissionDenied`.
 */

import type {
  Layout,
  Origin,
  ProposalsResponse,
  ProposalSummary,
  ReviewComment,
  StoreKind,
} from 'content-schema';
import type { UnreadableObject } from './errors.ts';

declare const brand: unique symbol;

/** 40 hexadecimal digits. */
export type CommitSha = string & { readonly [brand]: 'CommitSha' };
export type BlobSha = string & { readonly [brand]: 'BlobSha' };

export interface TreeEntry {
  readonly sha: BlobSha;
  /** Bytes; 0 for a file whose object can't be read. */
  readonly size: number;
  readonly executable?: true;
  /** Where the file lies, if it is shown at another path. */
  readonly origin?: Origin;
}

export type BlobContents = ReadonlyMap<BlobSha, Uint8Array | UnreadableObject>;

/** The first `START_BYTES` of a blob; 'binary' if the store only knows that it is not text. */
export type BlobStart = Uint8Array | 'binary' | UnreadableObject;

export const START_BYTES = 4096;

/** Every file of a commit by its path from the root; symbolic links and submodules are left out. */
export interface Tree extends ReadonlyMap<string, TreeEntry> {
  /** Set if it is shown in another layout than that of its files. */
  readonly layout?: Layout | undefined;
}

/** A blob that the store already has, in a tree or staged. */
export type StoredBlob = TreeEntry;

/** What to write to each path: bytes, or a stored blob; null deletes it. */
export type Changes = ReadonlyMap<string, Uint8Array | StoredBlob | null>;

export interface CommitRequest {
  readonly expectedHead: CommitSha;
  /** Subject, empty line, body with trailers; `Operation-Id: <operationId>` is among them. */
  readonly message: string;
  /** Unique to this write: after a lost response it shows whether the write landed. */
  readonly operationId: string;
  /**
   * The commit's author; absent means the store's default author. A store that makes all commits in
   * the name of its credentials adds another author as a `Co-authored-by` trailer.
   */
  readonly author?: Author;
  readonly changes: Changes;
  /** A second parent, as of a merge; such a commit is also made if it changes no file. */
  readonly merges?: CommitSha;
  /** Another branch to write on; it is created at `expectedHead` if it is absent. */
  readonly branch?: string;
  /**
   * Whether the commit may also be made on a newer head, if the changed paths are the same there as
   * in `expectedHead`. A store that can't check this quickly throws `StaleHead` all the same.
   */
  readonly mayRebase?: boolean;
  /**
   * Aborts the attempt when its time is up. If the outcome of the write is unknown by then,
   * `commit` throws a `StoreUnavailable` that says so.
   */
  readonly signal?: AbortSignal;
}

interface Listing {
  readonly head: CommitSha;
  readonly tree: Tree;
}

export interface StoredListing extends Listing {
  readonly links: readonly string[];
  /** The layout of the tree, which is that of its files here. */
  readonly layout?: Layout | undefined;
}

export interface CommitResult extends Listing {
  /** The parent of the new commit; `head` itself when nothing was written. */
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
  /** The full message without trailing line breaks. */
  readonly message: string;
}

export interface HistoryQuery {
  /** The newest commit; absent means the branch's head. */
  readonly from?: CommitSha;
  /** Only commits that changed this file or directory; absent means all. */
  readonly path?: string;
  /** Only commits between these ISO dates, inclusive. */
  readonly since?: string;
  readonly until?: string;
  /** Counted from 1. */
  readonly page: number;
  readonly perPage: number;
}

/** The files directly in some folders that a commit removed, and those that it added. */
export interface Removal {
  readonly sha: CommitSha;
  /** The date of the commit, in ISO form. */
  readonly date: string;
  readonly removed: ReadonlyMap<string, BlobSha>;
  readonly added: ReadonlyMap<string, BlobSha>;
}

export interface RemovalQuery {
  /** The newest commit. */
  readonly from: CommitSha;
  /** The commit before the oldest one; by default all are read. */
  readonly base?: CommitSha | undefined;
  /** Directories at the root. */
  readonly folders: readonly string[];
  /** Commits that removed no such path may be left out. */
  readonly isSought: (path: string) => boolean;
  /** The most to return; all by default. */
  readonly max?: number;
}

/** A branch or pull request, for previews. */
export type Reference = { readonly branch: string } | { readonly pull: number };

/** An open pull request on the store's branch; for a local store, another branch. */
export interface ProposalInfo extends ProposalSummary {
  /** The branch of this repository to add commits to; absent for a fork. */
  readonly branch?: string;
  readonly head: CommitSha;
  /** The comments on unresolved passages, at most 50. */
  readonly comments: readonly ReviewComment[];
}

/** The newest first; `more` is the URL of the whole list, if there are more. */
export interface ProposalList extends ProposalsResponse {
  readonly proposals: readonly ProposalInfo[];
}

/** What checks say of a commit; of a description, 140 characters are shown. */
export interface CommitStatus {
  readonly state: 'success' | 'failure';
  readonly description: string;
  readonly url?: string;
}

export interface HistoryPage {
  /** Newest first; empty past the last page, or for a path that never existed. */
  readonly commits: readonly CommitInfo[];
  readonly hasMore: boolean;
}

/** A small text that all instances of the server share, outside the content's branches. */
export interface SharedState {
  /** Resolves to undefined if it was never written. */
  read(): Promise<string | undefined>;
  /** Resolves to the new text, that of `edit`, which runs again if another instance was faster. */
  change(edit: (text: string | undefined) => string): Promise<string>;
}

/** What a host of repositories does for proposals. */
export interface PullRequests {
  /** Opens a proposal for a branch, unless one is open. */
  open(proposal: {
    readonly branch: string;
    readonly title: string;
    readonly body: string;
  }): Promise<Pick<ProposalInfo, 'id' | 'url'>>;
  setStatus(commit: CommitSha, status: CommitStatus): Promise<void>;
}

interface StorePages {
  readonly repository: string;
  readonly branch: string;
  readonly commit: (commit: CommitSha) => string;
  /** A file of the branch, at a line if one is given. */
  readonly file: (path: string, line?: number) => string;
  readonly blame: (path: string) => string;
  /** The editor of a file of the branch, which proposes the changes of readers. */
  readonly edit: (path: string) => string;
  readonly fileAt: (commit: CommitSha, path: string) => string;
}

/** The location of a store's branch, known without a request. */
export interface StoreInfo {
  readonly kind: StoreKind;
  /** The absolute path of a local repository, or `owner/name` at GitHub. */
  readonly repository: string;
  readonly branch: string;
  /** Absent for a local repository. */
  readonly pages?: StorePages;
  /** The remaining requests of the scarcest quota; undefined if it is unknown, or there is none. */
  readonly requestsLeft?: () => number | undefined;
  /** Whether so few are left, by whichever instance, that only the owner's acts may send more. */
  readonly isScarce?: () => boolean;
  /**
   * Whether anyone may read the repository at GitHub; undefined if that can't be found out now.
   * With `mayBeOld`, sends one request per process.
   */
  readonly isPublic?: (mayBeOld?: boolean) => Promise<boolean | undefined>;
}

/** The id of a repository, so that nothing that is sealed for one is valid for another. */
export const storeId = ({ pages }: StoreInfo): string => pages?.repository.toLowerCase() ?? 'local';

export interface RepositoryFile {
  /** Relative to the repository's folder. */
  readonly path: string;
  /** Begins with an object's id, and names what these bytes hold; absent where that may change. */
  readonly id?: string;
  /**
   * The file's bytes; each call starts at the beginning. Throws `UnreadableObject` for damaged ones,
   * those of a pack after the last part, and `NotFound` for an object that is no longer there.
   */
  readonly parts: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A copy of a repository with its whole history, as of one moment. */
export interface RepositoryCopy {
  /** The commit that the branch pointed at. */
  readonly head: CommitSha;
  /** The names of all objects and packs, which never change. */
  readonly objects: ReadonlySet<string>;
  /** Whether everything was checked, not only what is new since an earlier copy. */
  readonly isAllChecked: boolean;
  /** To be iterated once; read the parts of a file before the next file. */
  readonly files: AsyncIterable<RepositoryFile>;
}

export interface WatchOptions {
  /** Called soon after the branch has moved, at times also if it hasn't. */
  readonly onChange: () => void;
  /** Called if the branch, or a part of it, can't be watched. */
  readonly onFailure: (error: unknown) => void;
  readonly signal: AbortSignal;
}

export interface GitStore {
  readonly info: StoreInfo;
  /** Absent for a local store, which keeps such state on its disk. */
  readonly state?: SharedState;
  /**
   * The commit the branch points at now. A response that names `staleHead`, which the branch has
   * moved past, is checked. Throws `RepositoryMissing` when there is no such branch.
   */
  head(staleHead?: CommitSha): Promise<CommitSha>;
  /** Watches the branch until the signal aborts. Absent for a store that would send requests. */
  watch?(options: WatchOptions): void;
  /** The whole tree of a commit. Throws `NotFound` when there is no such commit. */
  list(commit: CommitSha): Promise<Tree>;
  /**
   * The paths that `list` leaves out: symbolic links and submodules. Sends no request for a commit
   * that was listed or written recently. Throws `NotFound` like `list`.
   */
  links(commit: CommitSha): Promise<readonly string[]>;
  /**
   * The exact bytes of each blob, or an error for a blob that is missing or damaged. Throws when
   * the store as a whole fails, and `RateLimited` for a visitor if requests are scarce and a blob
   * needs one of its own.
   */
  read(blobs: readonly BlobSha[], reader?: 'visitor'): Promise<BlobContents>;
  /**
   * The first bytes of each blob, read in as few requests as possible. Blobs whose beginning can't
   * be determined are left out. Throws like `read`.
   */
  starts(blobs: readonly BlobSha[]): Promise<ReadonlyMap<BlobSha, BlobStart>>;
  /**
   * Stores bytes as a blob for a later commit. Git or GitHub removes unused blobs eventually, but
   * not within days.
   */
  stage(bytes: Uint8Array): Promise<StoredBlob>;
  /**
   * Writes all changes as one commit on `expectedHead` and moves the branch to it, atomically. A
   * change without effect (the same bytes, or the deletion of an absent path) is dropped; when none
   * is left, no commit is made and the result is `expectedHead` with its tree. Throws `StaleHead`
   * when there is something to write and the branch is not at `expectedHead` (see `mayRebase`).
   * Throws `StoreRefused` for a path that git doesn't allow, that would be both a file and a
   * directory, or that is a link, for a stored blob or `merges` that does not exist, and
   * `BranchProtected` for a branch that takes changes by pull requests only. Files keep their mode,
   * and a new file is executable only if its stored blob is; empty directories disappear.
   */
  commit(request: CommitRequest): Promise<CommitResult>;
  /** One commit's description. Throws `NotFound` when there is no such commit. */
  show(commit: CommitSha): Promise<CommitInfo>;
  /**
   * A page of the branch's commits, newest first. Commits on a merged side branch may be left out.
   * Throws `NotFound` when there is no commit `from`, and otherwise like `head`.
   */
  history(query: HistoryQuery): Promise<HistoryPage>;
  /**
   * The blob of a file at each commit, in the order of `commits`; null where the file is absent. A
   * store that can tell throws `NotFound` when there is no such commit.
   */
  versions(path: string, commits: readonly CommitSha[]): Promise<readonly (BlobSha | null)[]>;
  /**
   * The removals of files along first parents, newest first: of the whole history, or as far back as
   * the store can read in a bounded number of requests.
   */
  removals(query: RemovalQuery): Promise<readonly Removal[]>;
  /** The current commit of another branch or of an open pull request. Throws `NotFound`. */
  resolve(reference: Reference): Promise<CommitSha>;
  /** The open proposals, in one request; their heads can then be shown without one. */
  proposals(): Promise<ProposalList>;
  /**
   * The newest commit that both descend from, through any parents; undefined if there is none. It
   * can then be shown without a request. Throws `NotFound` when one does not exist.
   */
  mergeBase(one: CommitSha, other: CommitSha): Promise<CommitSha | undefined>;
  /** Absent for a local store, of which each other branch is a proposal. */
  readonly pullRequests?: PullRequests;
  /**
   * Copies the repository as files that git can clone. The copy is complete even if others write to
   * the repository meanwhile. Absent for a remote store, of which every clone is a copy. Throws like
   * `head`, and `RepositoryDamaged` for a repository whose copy would be useless. With `since`, an
   * earlier copy that was whole, only what is new is checked, unless an object file of then is gone.
   */
  copy?(since?: RepositoryCopy): Promise<RepositoryCopy>;
}
