import { parse as parseEditable, patch } from '@decimalturn/toml-patch';
import { parse } from 'smol-toml';
import { isPlainObject, type PlainObject } from '../plain-object.ts';
import type { HeadEntry, HeadValue } from './head-value.ts';
import { parseJsonDocument, replaceJsonDocument } from '../json-document/json-document.ts';
import type { Change, Format } from './edit-document.ts';

/** Front matter that is parsed to an object: JSON, and TOML as in Hugo and Zola. */

const headValueOf = (value: unknown): HeadValue => {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(headValueOf);
  if (typeof value === 'object') {
    return value && new Map(Object.entries(value).map(([key, item]) => [key, headValueOf(item)]));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const tableEntries = (table: unknown): HeadEntry[] =>
  Object.entries(table ?? {}).map(([key, value]) => ({ key, value: headValueOf(value) }));

/** Splits a key such as `taxonomy.tag`, unless the table has a key of this name. */
const pathOf = (table: PlainObject, key: string): readonly string[] =>
  Object.hasOwn(table, key) ? [key] : key.split('.', 2);

const memberOf = (value: unknown, key: string): unknown =>
  isPlainObject(value) ? value[key] : undefined;

const valueAt = (table: PlainObject, key: string): unknown =>
  pathOf(table, key).reduce<unknown>(memberOf, table);

const withValue = (table: PlainObject, key: string, value: unknown): PlainObject => {
  const [outer = '', inner] = pathOf(table, key);
  if (inner === undefined) return { ...table, [outer]: value };
  const nested = memberOf(table, outer);
  return { ...table, [outer]: { ...(isPlainObject(nested) && nested), [inner]: value } };
};

/** Adds the braces, which Hexo leaves out. */
const jsonObject = (source: string): string => (/^\s*\{/.test(source) ? source : `{${source}}`);

const editJson = (source: string, changes: readonly Change[]): string => {
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
  edits: [editJson],
};

const NESTING_MAX = 100;

const isNestedOver = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isNestedOver(levels - 1, item)));

/** Parses TOML. Throws if it is invalid or nested too deeply, also by keys like `a.b.c`. */
const parseToml = (source: string): PlainObject => {
  const table = parse(source, { unsafeKeyBehaviour: 'keep', maxDepth: NESTING_MAX });
  if (isNestedOver(NESTING_MAX, table)) throw new Error('it is nested too deeply');
  return table;
};

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const DATE_KEYS = ['date', 'updated', 'lastmod'];

const sourceOf = (value: NonNullable<Change['value']>, isDate = false): string => {
  if (typeof value === 'object') return `[${value.map((item) => sourceOf(item)).join(', ')}]`;
  if (typeof value !== 'string' || (isDate && ISO_TIME.test(value))) return String(value);
  // JSON doesn't escape DEL, which TOML forbids.
  return JSON.stringify(value).replaceAll('\u007F', '\\u007F');
};

/**
 * Stands for a value in what the library writes: it would move a date to the time zone of the one
 * before it, break lines in a text, and remove the comment above a removed key.
 */
const MARK = 8_153_029_477_351_604;

interface Mark {
  readonly mark: number;
  /** What is written in its place; undefined removes the line. */
  readonly text: string | undefined;
}

/** Lists are left to the library, unless they are to be written as a whole. */
const editToml = (source: string, changes: readonly Change[], isWhole: boolean): string => {
  const table = parseEditable(source) as PlainObject;
  const marks: Mark[] = [];
  const markOf = (text: string | undefined): number => {
    const mark = MARK + marks.length;
    marks.push({ mark, text });
    return mark;
  };
  const requested = changes.reduce((all, { key, value }) => {
    const before = valueAt(table, key);
    const isDate = before instanceof Date || (before === undefined && DATE_KEYS.includes(key));
    if (isPlainObject(before) && !isDate) throw new Error('The key has other keys below it');
    if (typeof value === 'object' && !isWhole) {
      // A line break in an item would move the comments of other lines.
      const items = value.map((item) =>
        /[\r\n]/.test(item) ? String(markOf(sourceOf(item))) : item,
      );
      return withValue(all, key, items);
    }
    const mark = markOf(value === undefined ? undefined : sourceOf(value, isDate));
    // A number would get the form of the one before it, such as `1_000`.
    return withValue(all, key, typeof before === 'number' ? String(mark) : mark);
  }, table);
  return marks.reduce(
    (toml, { mark, text }) =>
      text === undefined
        ? toml.replace(new RegExp(`^[^\\n]*${mark}[^\\n]*\\n?`, 'm'), '')
        : toml.replace(new RegExp(`["']*${mark}["']*`), () => text),
    patch(source, requested),
  );
};

export const TOML_FORMAT: Format = {
  read: (source) => tableEntries(parseToml(source)),
  edits: [
    (source, changes) => editToml(source, changes, false),
    (source, changes) => editToml(source, changes, true),
  ],
};
