import type { Changes } from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

/** What a command wants written as one commit. */
export interface Change {
  /** The commit's subject, e.g. `Update profile`. */
  readonly subject: string;
  readonly changes: Changes;
}

/** What a command builds its change from. */
export interface SaveContext {
  /** The content that the commit will be built on. */
  readonly current: ContentSnapshot;
  /** The content that the edits began from; undefined when that is not known any more. */
  readonly base: ContentSnapshot | undefined;
  readonly blobs: BlobCache;
}

/**
 * A save before it is written. It is asked again on the new content when somebody else wrote in
 * between, so it must derive everything from its ground.
 */
export type Command = (context: SaveContext) => Promise<Change>;

const encoder = new TextEncoder();

export const textChange = (path: string, text: string): [string, Uint8Array] => [
  path,
  encoder.encode(text),
];

/** The text of a file of a snapshot; undefined when there is no such file. */
export const textOf = async (
  blobs: BlobCache,
  snapshot: ContentSnapshot,
  path: string,
): Promise<string | undefined> => {
  const entry = snapshot.tree.get(path);
  return entry && blobs.text(entry.sha);
};
