import type {
  Experience,
  FileProblem,
  PostHeading,
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
}

/** All content as of one commit. Immutable. */
export interface ContentSnapshot {
  readonly revision: CommitSha;
  readonly tree: Tree;
  readonly site: StoredSite;
  readonly profile: Profile;
  readonly experiences: Experience[];
  readonly sections: Sections;
  /** Newest first, hidden ones included. */
  readonly posts: readonly PostEntry[];
  /** Newest first. */
  readonly photos: readonly Photo[];
}

/** Called with what could not be read in a file; the content is served all the same. */
export type WarnOfFile = (path: string, problem: FileProblem) => void;
