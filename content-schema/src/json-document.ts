import { parseTree, type Node } from 'jsonc-parser';
import { sourceOf, valueEdits } from './json-document/edits.ts';
import type { JsonValue } from './json-document/syntax-tree.ts';
import { applyEdits } from './text-edit.ts';

export type { JsonValue };

const BYTE_ORDER_MARK = '\uFEFF';

/** The file is not valid JSON; the message says where. */
export class BrokenJson extends Error {
  readonly code = 'BrokenJson';
}

/** The byte order mark, where there is one, and the JSON after it. */
const splitMark = (text: string): [mark: string, json: string] =>
  text.startsWith(BYTE_ORDER_MARK) ? [BYTE_ORDER_MARK, text.slice(1)] : ['', text];

const parse = (json: string): JsonValue => {
  try {
    return JSON.parse(json) as JsonValue;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new BrokenJson(`The file is not valid JSON: ${reason}`, { cause });
  }
};

/** The value of a JSON file, which may begin with a byte order mark. Throws `BrokenJson`. */
export const parseJsonDocument = (text: string): JsonValue => parse(splitMark(text)[1]);

/** Undefined for broken JSON. */
const treeOf = (json: string): Node | undefined => {
  try {
    parse(json);
    return parseTree(json);
  } catch {
    return undefined;
  }
};

/**
 * The text of a JSON file that holds `value`, with keys in its order; without `previous`, or where
 * that is broken, a new one. Of `previous` only what differs is rewritten: keys that `value` doesn't
 * have, at any depth, stay with the object they are in, also when it moves within a list; so do
 * order, indentation, line breaks and whatever is untouched, byte for byte.
 */
export const writeJsonDocument = (previous: string | undefined, value: unknown): string => {
  const [mark, json] = splitMark(previous ?? '');
  const tree = treeOf(json);
  if (!tree) return `${JSON.stringify(value, null, 2)}\n`;
  // `stringify` leaves out the keys that are undefined.
  const wanted = JSON.parse(JSON.stringify(value)) as JsonValue;
  return mark + applyEdits(json, valueEdits(sourceOf(json), tree, wanted));
};
