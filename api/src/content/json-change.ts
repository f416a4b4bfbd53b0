import { parseJsonDocument, writeJsonDocument, type JsonValue } from 'content-schema/json-document';
import { mergeValues } from 'content-schema/merge';
import type { Changes } from '../git-store/git-store.ts';
import { textChange, textOf, type Ground } from './change.ts';

/** An entity as a client got it and as it sent it back. */
interface Edited {
  readonly before: unknown;
  readonly after: unknown;
}

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : parseJsonDocument(text);
  } catch {
    // A file that can't be read is written anew; git keeps what it was.
    return undefined;
  }
};

/**
 * Takes an edit over into a JSON file. What was not edited keeps its bytes, even where the client
 * got it in another form: trimmed, completed or without its unknown keys.
 */
export const jsonChange = async (
  { blobs, current }: Ground,
  path: string,
  { before, after }: Edited,
): Promise<Changes> => {
  const text = await textOf(blobs, current, path);
  const stored = parsed(text);
  const value = stored === undefined ? after : mergeValues(before, stored, after).value;
  return new Map([textChange(path, writeJsonDocument(text, value as JsonValue))]);
};
