import { parseJsonDocument, replaceJsonDocument } from '../json-document/json-document.ts';
import { isPlainObject, type PlainObject } from '../plain-object.ts';
import type { Change, Format } from './edit-document.ts';
import { tableEntries, withValue } from './table.ts';

/** Front matter in JSON. */

/** Adds the braces, which Hexo leaves out. */
const jsonObject = (source: string): string => (/^\s*\{/.test(source) ? source : `{${source}}`);

const edit = (source: string, changes: readonly Change[]): string => {
  const json = jsonObject(source);
  const table = parseJsonDocument(json);
  if (!isPlainObject(table)) throw new Error('The front matter is not an object');
  const requested = changes.reduce<PlainObject>(
    (all, { key, value }) => withValue(all, key, value),
    table,
  );
  const edited = replaceJsonDocument(json, requested);
  return json === source ? edited : edited.slice(1, -1);
};

export const JSON_FORMAT: Format = {
  read: (source) => tableEntries(parseJsonDocument(jsonObject(source))),
  edits: [edit],
};
