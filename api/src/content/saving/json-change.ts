import { parseJsonDocument, writeJsonDocument, type JsonValue } from 'content-schema/json-document';
import type { Changes } from '../../git-store/git-store.ts';
import { textChange, textOf, type SaveContext } from './save-command.ts';
import { applyEdit, type Edit } from './apply-edit.ts';

const parsed = (text: string | undefined): JsonValue | undefined => {
  try {
    return text === undefined ? undefined : parseJsonDocument(text);
  } catch {
    // A file that can't be read is replaced; git keeps what it was.
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
  const stored = parsed(text);
  const value = stored === undefined ? edit.after : applyEdit(stored, edit);
  return new Map([textChange(path, writeJsonDocument(text, value))]);
};
