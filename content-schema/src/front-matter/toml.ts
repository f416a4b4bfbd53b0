import { parse, TomlDate, TomlError } from 'smol-toml';
import type { FileProblem } from '../file-problem.ts';
import { isPlain, isSame } from '../merge/is-same.ts';
import { applyEdits, type TextEdit } from '../text-edit.ts';
import type { Change, LineBreak } from './edit-yaml.ts';
import type { HeadEntry, HeadValue } from './head-value.ts';

/** Front matter in TOML, as Hugo and Zola have it between lines of `+++`. */

type TomlTable = Readonly<Record<string, unknown>>;

/** Throws what is no TOML. */
export const parseToml = (source: string): TomlTable =>
  parse(source, { unsafeKeyBehaviour: 'keep' });

/** Why `parseToml` has thrown, without the source that the message quotes. */
export const tomlProblem = (error: unknown): FileProblem => {
  const text = error instanceof Error ? error.message : String(error);
  const [firstLine = ''] = text.split('\n');
  return {
    message: firstLine.replace(/^Invalid TOML document: /, ''),
    ...(error instanceof TomlError && { line: error.line, column: error.column }),
  };
};

const valueOf = (value: unknown): HeadValue => {
  if (value instanceof TomlDate) return value.toISOString();
  if (Array.isArray(value)) return value.map(valueOf);
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, valueOf(item)]));
  }
  return String(value);
};

/** Of nothing there are none. */
export const tomlEntries = (table: unknown): HeadEntry[] =>
  Object.entries(table ?? {}).map(([key, value]) => ({ key, value: valueOf(value) }));

/** A key with its value, as it stands in the text. */
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
    return parse(`value = ${source}`)['value'];
  } catch {
    return undefined;
  }
};

/** The value that begins at `start`: as many lines as it takes, without a comment after it. */
const measureValue = (source: string, start: number) => {
  let end = start;
  do {
    const next = source.indexOf('\n', end);
    end = next < 0 ? source.length : next + 1;
    const lines = source.slice(start, end).trimEnd();
    const value = valueIn(lines);
    if (value === undefined) continue;
    for (let hash = lines.indexOf('#'); hash >= 0; hash = lines.indexOf('#', hash + 1)) {
      const before = lines.slice(0, hash).trimEnd();
      if (isSame(valueIn(before), value)) return { value, end: start + before.length };
    }
    return { value, end: start + lines.length };
  } while (end < source.length);
  return undefined;
};

interface Layout {
  /** By their keys as `HeadEntry` names them, e.g. `taxonomies.tags`. */
  readonly assignments: ReadonlyMap<string, Assignment>;
  /** Where the keys of each table begin, below its name. */
  readonly tables: ReadonlyMap<string, number>;
  /** Where the first table begins, and with it what is no key of the top level. */
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

/** A value in the style of the one that it replaces; dates are dates where they were. */
const tomlSource = ({ key, value }: Change, before: unknown): string => {
  if (typeof value === 'string') {
    const isDate = before instanceof TomlDate || (before === undefined && DATE_KEYS.includes(key));
    if (isDate && ISO_TIME.test(value)) return value;
    // JSON leaves DEL as it is, which TOML doesn't allow.
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

/** All values but those of the keys that change. */
const otherValues = (source: string, changes: readonly Change[]): unknown => {
  const keys = new Set(changes.map(({ key }) => key));
  const without = (table: object, prefix: string): unknown[] =>
    Object.entries(table).flatMap(([key, value]: [string, unknown]) => {
      const path = prefix + key;
      if (keys.has(path)) return [];
      return [[key, prefix === '' && isPlain(value) ? without(value, `${path}.`) : value]];
    });
  // Dates as their text.
  return without(JSON.parse(JSON.stringify(parse(source))) as object, '');
};

/** The TOML with `changes` made in place; nothing where its layout doesn't allow that. */
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
    // The edit has met something that only looks like a key.
  }
}
