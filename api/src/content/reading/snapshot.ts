import type {
  Experience,
  FileProblem,
  PostHeading,
  Problem,
  Profile,
  Sections,
  StoredSite,
} from 'content-schema';
import type { BlobSha, CommitSha, Tree } from '../../git-store/git-store.ts';
import type { Photo } from '../../photos/photo.ts';

/** A post of a snapshot; its content is read by `blob` when it is asked for. */
export interface PostEntry extends PostHeading {
  readonly path: string;
  readonly blob: BlobSha;
  /** Where in the file's text the content is, without the front matter above it. */
  readonly contentStart: number;
  readonly contentEnd: number;
  /** The photos that its content names, by their ids or file names. */
  readonly photoNames: readonly string[];
  /** The addresses of the pictures that its content does not describe; absent without any. */
  readonly undescribed?: readonly string[];
  /** The paths of this site that its content leads to or shows; absent without any. */
  readonly paths?: readonly string[];
  /** What in the file is not as its author meant it. */
  readonly problems: readonly FileProblem[];
}

/**
 * All content as of one commit; of an entity whose file can't be read, the last version that could.
 * Immutable.
 */
export interface ContentSnapshot {
  readonly revision: CommitSha;
  readonly tree: Tree;
  /** The paths of symbolic links and submodules, which are in no tree. */
  readonly links: readonly string[];
  readonly site: StoredSite;
  readonly profile: Profile;
  readonly experiences: Experience[];
  readonly sections: Sections;
  /** Newest first, hidden ones included. */
  readonly posts: readonly PostEntry[];
  /** Newest first. */
  readonly photos: readonly Photo[];
  /** What is wrong in the entities and the pictures that were read, by the paths of their files. */
  readonly fileProblems: ReadonlyMap<string, readonly FileProblem[]>;
  /** These, and whatever else in the files is not as their authors meant it. */
  readonly problems: readonly Problem[];
}

/** Called with what is wrong with a file; the content is served all the same. */
export type WarnOfFile = (problem: Problem) => void;
