import { isMap, stringify, type Document, type Pair } from 'yaml';
import { applyEdits, type TextEdit } from '../text-edit.ts';
import type { Change } from './changes.ts';
import { scalarEdit } from './scalar-edit.ts';
import { scalarSource } from './scalar-source.ts';
import {
  afterColon,
  indentAt,
  isUnwritten,
  lineEnd,
  lineStart,
  spanOf,
} from './source-positions.ts';
import { blockList, tagEdit } from './tag-edit.ts';
import { pairOf, pairsOf, readYaml, type YamlSource } from './yaml-document.ts';

const LAYOUT = { lineWidth: 0, doubleQuotedAsJSON: true } as const;

const newLines = (source: YamlSource, { key, value }: Change): string => {
  if (value === undefined) return '';
  const { yaml, document, lineBreak } = source;
  const [first] = pairsOf(document);
  const indent = first ? indentAt(yaml, spanOf(first.key).start) : '';
  return typeof value === 'object'
    ? `${indent}${key}:${lineBreak}${blockList(value, indent, lineBreak)}`
    : `${indent}${key}: ${scalarSource(value)}${lineBreak}`;
};

const removal = (yaml: string, pair: Pair): TextEdit => {
  const end = isUnwritten(pair.value) ? afterColon(pair) : spanOf(pair.value).end;
  return { start: lineStart(yaml, spanOf(pair.key).start), end: lineEnd(yaml, end), text: '' };
};

const changeEdit = (source: YamlSource, change: Change): TextEdit | undefined => {
  const { yaml, document } = source;
  const { key, value } = change;
  const pair = pairOf(document, key);
  const end = yaml.length;
  if (!pair) return { start: end, end, text: newLines(source, change) };
  if (value === undefined) return removal(yaml, pair);
  return typeof value === 'object' ? tagEdit(source, pair, value) : scalarEdit(yaml, pair, value);
};

/** Touches only the lines of the keys that change; new keys go to the end. */
const splice = (source: YamlSource, changes: readonly Change[]): string => {
  const { yaml, document } = source;
  if (isMap(document.contents) && document.contents.flow) {
    throw new Error('The keys have no lines of their own');
  }
  const isNew = ({ key }: Change) => !pairOf(document, key);
  const inOrder = [...changes.filter((change) => !isNew(change)), ...changes.filter(isNew)];
  return applyEdits(
    yaml,
    inOrder.flatMap((change) => changeEdit(source, change) ?? []),
  );
};

const laidOut = (text: string, { lineBreak }: YamlSource): string =>
  `\n${text}`.replaceAll('\n', lineBreak);

/** Keeps comments and order, but lays the whole YAML out anew. */
const rewrite = (source: YamlSource, changes: readonly Change[]): string => {
  const document = readYaml(source.yaml);
  for (const { key, value } of changes) {
    if (value === undefined) document.delete(key);
    else document.set(key, typeof value === 'object' ? document.createNode(value) : value);
  }
  return laidOut(document.toString(LAYOUT), source);
};

/** Keeps the values alone, for YAML whose aliases hang on what changes. */
const restate = (source: YamlSource, changes: readonly Change[]): string => {
  const data: unknown = source.document.toJS({ mapAsMap: true });
  const values = new Map<unknown, unknown>(data instanceof Map ? data : []);
  for (const { key, value } of changes) {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
  return laidOut(stringify(values, LAYOUT), source);
};

/** The values of all keys that don't change, in their order. */
const otherValues = (document: Document, changes: readonly Change[]): string => {
  const data: unknown = document.toJS();
  const changed = new Set(changes.map(({ key }) => key));
  return JSON.stringify(Object.entries(data ?? {}).filter(([key]) => !changed.has(key)));
};

/**
 * The YAML with `changes` made, in several ways: the one that preserves most comes first. Unusual
 * YAML can defeat the first ones, so that they read otherwise than asked for, or are left out; the
 * keys that don't change have the same values in all.
 */
export function* editYaml(source: YamlSource, changes: readonly Change[]): Generator<string> {
  if (changes.length === 0) {
    yield source.yaml;
    return;
  }
  const others = otherValues(source.document, changes);
  for (const edit of [splice, rewrite, restate]) {
    try {
      const yaml = edit(source, changes);
      if (otherValues(readYaml(yaml), changes) === others) yield yaml;
    } catch {
      // A style that this way of editing can't handle.
    }
  }
}
