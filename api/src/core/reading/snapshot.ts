import type {
  Experience,
  FileProblem,
  Origin,
  PostFields,
  Problem,
  Profile,
  Sections,
  StoredSite,
} from 'content-schema';
import type { BlobSha, CommitSha, Tree } from '../git-store/git-store.ts';
import type { Photo } from '../photos/photo.ts';

/** A post or page of a snapshot; its content is read on demand, by `blob`. */
export interface PostEntry extends Omit<PostFields, 'content'> {
  readonly id: string;
  readonly path: string;
  readonly blob: BlobSha;
  /** See `TreeEntry`. */
  readonly origin?: Origin;
  /** The other addresses in the front matter, see `addressKey`; absent if there are none. */
  readonly addresses?: readonly string[];
  /** The offset of the content in the file's text, after the front matter. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The ids and file names of the photos that the content refers to. */
  readonly photoNames: readonly string[];
  /** The addresses of the content's images; only for a post with an origin. */
  readonly images?: readonly string[];
  /** The URLs of the content's images without alt text; absent if there are none. */
  readonly undescribed?: readonly string[];
  /** The paths of this site that the content links to or embeds; absent if there are none. */
  readonly paths?: readonly string[];
  /** See `linkNamesOf`; absent if there are none. */
  readonly linkNames?: readonly string[];
  readonly problems: readonly Problem[];
}

/** All content of a commit, immutable; of an unreadable entity the last readable version. */
export interface ContentSnapshot {
  readonly revision: CommitSha;
  /** The last time, in milliseconds, at which the set of public posts changed; 0 for none. */
  readonly asOf: number;
  readonly tree: Tree;
  /** The paths of symbolic links and submodules, which `tree` leaves out. */
  readonly links: readonly string[];
  readonly site: StoredSite;
  readonly profile: Profile;
  readonly experiences: Experience[];
  readonly sections: Sections;
  /** Posts and pages, newest first, including those that visitors don't see. */
  readonly posts: readonly PostEntry[];
  /** Newest first. */
  readonly photos: readonly Photo[];
  /** The problems of entities and images, by the paths of their files. */
  readonly fileProblems: ReadonlyMap<string, readonly FileProblem[]>;
  /** All problems: `fileProblems` and those of posts and of file names. */
  readonly problems: readonly Problem[];
}

/** Called with each problem of a file; the content is still served. */
export type WarnOfFile = (problem: Problem) => void;
