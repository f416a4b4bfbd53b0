import { parse, TomlDate, TomlError } from 'smol-toml';
import type { FileProblem } from '../file-problem.ts';
import { isPlainObject, isSame } from '../merge/is-same.ts';
import { applyEdits, type TextEdit } from '../text-edit.ts';
import type { Change, LineBreak } from './edit-yaml.ts';
import type { HeadEntry, HeadValue } from './head-value.ts';

/** Front matter in TOML, between lines of `+++` as in Hugo and Zola. */

type TomlTable = Readonly<Record<string, unknown>>;

const NESTING_MAX = 100;
const TOO_NESTED = 'it is nested too deeply';

const isNestedOver = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isNestedOver(levels - 1, item)));

/** Parses TOML. Throws if it is invalid or nested too deeply, also by keys like `a.b.c`. */
export const parseToml = (source: string): TomlTable => {
  const table = parse(source, { unsafeKeyBehaviour: 'keep', maxDepth: NESTING_MAX });
  if (isNestedOver(NESTING_MAX, table)) throw new Error(TOO_NESTED);
  return table;
};

/** Returns the problem for an error of `parseToml`, without the quoted source. */
export const tomlProblem = (error: unknown): FileProblem => {
  const text = error instanceof Error ? error.message : String(error);
  const [firstLine = ''] = text.split('\n');
  return {
    message: firstLine
      .replace(/^Invalid TOML document: /, '')
      .replace(/^document contains excessively nested structures.*/, TOO_NESTED),
    ...(error instanceof TomlError && { line: error.line, column: error.column }),
  };
};

const valueOf = (value: unknown): HeadValue => {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(valueOf);
  if (typeof value === 'object') {
    return value && new Map(Object.entries(value).map(([key, item]) => [key, valueOf(item)]));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Returns the entries of a table in TOML or JSON; none for undefined. */
export const tableEntries = (table: unknown): HeadEntry[] =>
  Object.entries(table ?? {}).map(([key, value]) => ({ key, value: valueOf(value) }));

/** A key with its value in the source. */
interface Assignment {
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly value: unknown;
}

const TABLE = /^[ \t]*\[\[?([^\]\r\n]+)\]\]?[ \t]*(?:#.*)?$/;
const KEY = /^[ \t]*(?:"([^"\\]+)"|'([^']+)'|([\w-]+))[ \t]*=[ \t]*/;

const valueIn = (source: string): unknown => {
  try {
    return parseToml(`value = ${source}`)['value'];
  } catch {
    return undefined;
  }
};

/** Parsing up to each `#` takes quadratic time. */
const HASHES_MAX = 200;

/**
 * Returns the value that begins at `start`, which may span lines, without a comment after it.
 * Undefined if there is none, or too many `#` to find where it ends.
 */
const measureValue = (source: string, start: number) => {
  let end = start;
  do {
    const next = source.indexOf('\n', end);
    end = next < 0 ? source.length : next + 1;
    const lines = source.slice(start, end).trimEnd();
    const value = valueIn(lines);
    if (value === undefined) continue;
    if (lines.split('#', HASHES_MAX + 1).length > HASHES_MAX) return undefined;
    for (let hash = lines.indexOf('#'); hash >= 0; hash = lines.indexOf('#', hash + 1)) {
      const before = lines.slice(0, hash).trimEnd();
      if (isSame(valueIn(before), value)) return { value, end: start + before.length };
    }
    return { value, end: start + lines.length };
  } while (end < source.length);
  return undefined;
};

interface Layout {
  /** Assignments by the key of their `HeadEntry`, e.g. `taxonomies.tags`. */
  readonly assignments: ReadonlyMap<string, Assignment>;
  /** The start of each table's keys, after its header. */
  readonly tables: ReadonlyMap<string, number>;
  /** The start of the first table, where the top-level keys end. */
  readonly topEnd: number;
}

const layoutOf = (source: string): Layout => {
  const assignments = new Map<string, Assignment>();
  const tables = new Map<string, number>();
  let table = '';
  let topEnd = source.length;
  for (let position = 0; position < source.length;) {
    const lineEnd = source.indexOf('\n', position) + 1 || source.length;
    const line = source.slice(position, lineEnd).trimEnd();
    const [, name] = TABLE.exec(line) ?? [];
    const [written, double, single, bare] = KEY.exec(line) ?? [];
    const key = double ?? single ?? bare;
    const start = position;
    position = lineEnd;
    if (name !== undefined) {
      table = `${name.trim()}.`;
      tables.set(name.trim(), lineEnd);
      topEnd = Math.min(topEnd, start);
    } else if (written !== undefined && key !== undefined) {
      const valueStart = start + written.length;
      const measured = measureValue(source, valueStart);
      if (!measured) continue;
      const { value, end } = measured;
      assignments.set(`${table}${key}`, { start, valueStart, valueEnd: end, value });
      position = source.indexOf('\n', end) + 1 || source.length;
    }
  }
  return { assignments, tables, topEnd };
};

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

const DATE_KEYS = ['date', 'updated', 'lastmod'];

/** Returns a value in the style of the one that it replaces; a date stays a date. */
const tomlSource = ({ key, value }: Change, before: unknown): string => {
  if (typeof value === 'string') {
    const isDate = before instanceof TomlDate || (before === undefined && DATE_KEYS.includes(key));
    if (isDate && ISO_TIME.test(value)) return value;
    // JSON doesn't escape DEL, which TOML forbids.
    return JSON.stringify(value).replaceAll('\u007F', '\\u007F');
  }
  if (typeof value === 'object') {
    return `[${value.map((item) => tomlSource({ key: '', value: item }, '')).join(', ')}]`;
  }
  return String(value);
};

const editOf = (source: string, layout: Layout, change: Change, lineBreak: LineBreak): TextEdit => {
  const { key, value } = change;
  const found = layout.assignments.get(key);
  if (found && value === undefined) {
    const end = source.indexOf('\n', found.valueEnd) + 1 || source.length;
    return { start: found.start, end, text: '' };
  }
  const text = tomlSource(change, found?.value);
  if (found) return { start: found.valueStart, end: found.valueEnd, text };
  const [table = '', inner] = key.split('.', 2);
  const inTable = layout.tables.get(table);
  if (inner !== undefined && inTable !== undefined) {
    return { start: inTable, end: inTable, text: `${inner} = ${text}${lineBreak}` };
  }
  const before = source.slice(0, layout.topEnd).replace(/(?:[ \t]*\r?\n)+$/, '');
  const position = source.indexOf('\n', before.length) + 1 || source.length;
  return { start: position, end: position, text: `${key} = ${text}${lineBreak}` };
};

/** Returns all values except those of the keys that change. */
const otherValues = (source: string, changes: readonly Change[]): unknown => {
  const keys = new Set(changes.map(({ key }) => key));
  const without = (table: object, prefix: string): unknown[] =>
    Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
      const path = prefix + key;
      if (keys.has(path)) return [];
      return [[key, prefix === '' && isPlainObject(value) ? without(value, `${path}.`) : value]];
    });
  // Dates become text.
  return without(JSON.parse(JSON.stringify(parseToml(source))) as object, '');
};

/** Yields the TOML with `changes` applied in place; nothing if its layout doesn't allow that. */
export function* editToml(
  source: string,
  changes: readonly Change[],
  lineBreak: LineBreak,
): Generator<string> {
  const layout = layoutOf(source);
  const edited = applyEdits(
    source,
    changes.map((change) => editOf(source, layout, change, lineBreak)),
  );
  try {
    if (isSame(otherValues(edited, changes), otherValues(source, changes))) {
      yield edited;
    }
  } catch {
    // The edit has hit something that only looks like a key.
  }
}
