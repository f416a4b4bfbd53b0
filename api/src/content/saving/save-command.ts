import { parseJsonDocument, writeJsonDocument, type JsonValue } from 'content-schema/json-document';
import type { Changes } from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import { applyEdit, type Edit } from './apply-edit.ts';

/** The content of one commit. */
interface Change {
  /** The commit's subject, e.g. `Update profile`. */
  readonly subject: string;
  readonly changes: Changes;
}

/** What a command builds its change from. */
export interface SaveContext {
  /** The content that the commit will be built on. */
  readonly current: ContentSnapshot;
  /** The content that the edits began from; undefined when it is gone. */
  readonly base: ContentSnapshot | undefined;
  readonly blobs: BlobCache;
}

/**
 * Derives a commit from the content. It is called again on the new content when someone else wrote
 * in between, so everything must derive from its context.
 */
export type Command = (context: SaveContext) => Promise<Change>;

const encoder = new TextEncoder();

export const textChange = (path: string, text: string): [string, Uint8Array] => [
  path,
  encoder.encode(text),
];

/** The text of a file of a snapshot; undefined when there is no such file. */
const textOf = async (
  blobs: BlobCache,
  snapshot: ContentSnapshot,
  path: string,
): Promise<string | undefined> => {
  const entry = snapshot.tree.get(path);
  return entry && blobs.text(entry.sha);
};

/** Undefined also for a file that can't be parsed. */
export const parseStored = (text: string | undefined): JsonValue | undefined => {
  try {
    return text === undefined ? undefined : parseJsonDocument(text);
  } catch {
    // A file that can't be parsed is replaced; git keeps the old one.
    return undefined;
  }
};

/** Makes an edit in a JSON file. What was not edited keeps its bytes. */
export const jsonChange = async (
  { blobs, current }: SaveContext,
  path: string,
  edit: Edit<unknown>,
): Promise<Changes> => {
  const text = await textOf(blobs, current, path);
  const stored = parseStored(text);
  const value = stored === undefined ? edit.after : applyEdit(stored, edit);
  return new Map([textChange(path, writeJsonDocument(text, value))]);
};
