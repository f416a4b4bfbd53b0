import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  Scalar,
  stringify,
  YAMLSeq,
  type CST,
  type Document,
  type Pair,
} from 'yaml';
import { isIsoDate } from '../post.ts';
import { matchItems } from '../merge/match-items.ts';
import { applyEdits, type TextEdit } from '../text-edit.ts';
import { isBlockStyle, pairOf, pairsOf, parseYaml, textOf } from './yaml.ts';

/** Edits YAML in place: unchanged parts keep their bytes. */

export type LineBreak = '\n' | '\r\n';

/** YAML as text and parsed, with the line break to use in edits. */
export interface YamlSource {
  readonly yaml: string;
  readonly document: Document;
  readonly lineBreak: LineBreak;
}

/** A key of front matter, e.g. `taxonomy.tag`, and its new value; undefined removes the key. */
export interface Change {
  readonly key: string;
  readonly value: string | boolean | readonly string[] | undefined;
  /** Whether an empty list must be written explicitly. */
  readonly isExplicit?: boolean;
}

/** A range of the YAML source. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the range of `node`; throws if it has no source. */
const spanOf = (node: unknown): Span => {
  const range = isNode(node) ? node.range : undefined;
  if (!range) throw new Error('The node has no source');
  const [start, end] = range;
  return { start, end };
};

/** Returns the position after the colon of `pair`; throws if it has none. */
const afterColon = ({ srcToken }: Pair): number => {
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  if (!colon) throw new Error('The key has no colon');
  return colon.offset + 1;
};

/** Whether a value is missing in the source, as in `date:`. */
const isUnwritten = (node: unknown): boolean =>
  isScalar(node) && node.value === null && node.source === '';

const lineStart = (text: string, position: number): number =>
  text.lastIndexOf('\n', position - 1) + 1;

/** Returns the end of the line with the character before `position`, including its line break. */
const lineEnd = (text: string, position: number): number =>
  text[position - 1] === '\n' ? position : text.indexOf('\n', position) + 1 || text.length;

const indentAt = (text: string, position: number): string =>
  text.slice(lineStart(text, position), position);

/** Characters that a YAML parser may drop or treat as the end of a line. */
const NEEDS_ESCAPES = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;
/** Those of `NEEDS_ESCAPES` that JSON doesn't escape. */
const UNESCAPED = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

const escape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const ONE_LINE_STYLES: readonly unknown[] = [
  Scalar.PLAIN,
  Scalar.QUOTE_SINGLE,
  Scalar.QUOTE_DOUBLE,
];

const LAYOUT = { lineWidth: 0, doubleQuotedAsJSON: true } as const;

/**
 * Returns `value` on one line of YAML, quoted like the scalar `like` if possible. Texts that YAML
 * 1.1 (Jekyll, Hugo) would read as another type are quoted, except dates.
 */
export const scalarSource = (value: string | boolean, like?: unknown, inFlow = false): string => {
  if (typeof value === 'boolean') return String(value);
  if (NEEDS_ESCAPES.test(value)) return JSON.stringify(value).replace(UNESCAPED, escape);
  const scalar = new Scalar(value);
  if (isScalar(like) && like.type && ONE_LINE_STYLES.includes(like.type)) scalar.type = like.type;
  const list = new YAMLSeq();
  list.flow = inFlow;
  list.add(scalar);
  const compat = isIsoDate(value) ? null : 'yaml-1.1';
  const source = stringify(list, { ...LAYOUT, flowCollectionPadding: false, compat });
  // Strip the markup of the list with one item: `[…]` or `- …`, and a line break.
  return inFlow ? source.slice(1, -2) : source.slice(2, -1);
};

/** The comment on the first line of a block scalar, as in `title: > # shown in bold`. */
const BLOCK_COMMENT = /^[|>][-+\d]*([ \t]+#[^\r\n]*)/;

const blockScalarEdit = (yaml: string, block: Scalar, source: string): TextEdit => {
  const { start, end } = spanOf(block);
  const old = yaml.slice(start, end).trimEnd();
  const comment = BLOCK_COMMENT.exec(old)?.[1] ?? '';
  return { start, end: start + old.length, text: source + comment };
};

/** Replaces the value of `pair` by `value`, with the same quoting if possible. */
const scalarEdit = (yaml: string, pair: Pair, value: string | boolean): TextEdit => {
  const node = pair.value;
  const source = scalarSource(value, node);
  if (isUnwritten(node)) {
    const position = afterColon(pair);
    return { start: position, end: position, text: ` ${source}` };
  }
  return isScalar(node) && isBlockStyle(node)
    ? blockScalarEdit(yaml, node, source)
    : { ...spanOf(node), text: source };
};

/** An item of a list: its text, and the source that is added or removed with it. */
interface ListItem extends Span {
  readonly text: string;
  /** The range of the scalar, without comments and the dash. */
  readonly scalar: Span;
}

interface ListSource {
  readonly source: string;
  readonly items: readonly ListItem[];
  readonly separator: string;
  /** Returns the source of a new item. */
  readonly itemSource: (text: string) => string;
  /** Returns the source of a scalar that replaces that of an item. */
  readonly textSource: (text: string) => string;
}

/** Counts the equal items at the start and, of the rest, at the end. */
const sameEnds = (items: readonly ListItem[], wanted: readonly string[]) => {
  const shorter = Math.min(items.length, wanted.length);
  let head = 0;
  while (head < shorter && items[head]?.text === wanted[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && items.at(-1 - tail)?.text === wanted.at(-1 - tail)) tail += 1;
  return { head, tail };
};

/**
 * Returns the source of each of the `wanted` items; moved and renamed items keep their source with
 * its comments.
 */
const itemSources = (list: ListSource, items: readonly ListItem[], wanted: readonly string[]) => {
  const places = matchItems(
    items.map(({ text }) => text),
    wanted,
    { upTo: 'place' },
  );
  return wanted.map((text, index) => {
    const place = places[index];
    const item = place === undefined ? undefined : items[place];
    if (!item) return list.itemSource(text);
    const { start, end, scalar } = item;
    const own = list.source.slice(start, end);
    if (item.text === text) return own;
    const edit = { start: scalar.start - start, end: scalar.end - start };
    return applyEdits(own, [{ ...edit, text: list.textSource(text) }]);
  });
};

/**
 * Changes the items of a list to the `wanted` ones; equal items at both ends are untouched.
 * Undefined for an empty list, which can't be edited this way.
 */
const listEdit = (list: ListSource, wanted: readonly string[]): TextEdit | undefined => {
  const { items, separator } = list;
  const { head, tail } = sameEnds(items, wanted);
  const before = items[head - 1];
  const after = items[items.length - tail];
  const removed = items.slice(head, items.length - tail);
  const [first, last] = [removed.at(0), removed.at(-1)];
  const added = itemSources(list, removed, wanted.slice(head, wanted.length - tail));

  if (first && last) {
    if (added.length > 0) {
      return { start: first.start, end: last.end, text: added.join(separator) };
    }
    // Remove a separator together with the items.
    if (before) return { start: before.end, end: last.end, text: '' };
    return { start: first.start, end: after?.start ?? last.end, text: '' };
  }
  if (before) {
    const text = added.map((item) => separator + item).join('');
    return { start: before.end, end: before.end, text };
  }
  if (after) {
    const text = added.map((item) => item + separator).join('');
    return { start: after.start, end: after.start, text };
  }
  return undefined;
};

/** Returns a list in flow style, `[a, b]`. */
const flowList = (tags: readonly string[]): string =>
  `[${tags.map((tag) => scalarSource(tag, undefined, true)).join(', ')}]`;

/** Returns a list in block style, one tag per line, below a key that is indented by `indent`. */
const blockList = (tags: readonly string[], indent: string, lineBreak: LineBreak): string =>
  tags.map((tag) => `${indent}  - ${scalarSource(tag)}${lineBreak}`).join('');

const tagOf = ({ document }: YamlSource, node: unknown): string =>
  textOf(document, node)?.trim() ?? '';

const flowListEdit = (source: YamlSource, list: YAMLSeq, tags: readonly string[]): TextEdit => {
  const { yaml } = source;
  const whole = { ...spanOf(list), text: flowList(tags) };
  if (tags.length === 0) return whole;
  const items = list.items.map((node) => {
    const scalar = spanOf(node);
    return { text: tagOf(source, node), ...scalar, scalar };
  });
  const [first, second] = items;
  const gap = first && second ? yaml.slice(first.end, second.start) : ', ';
  const separator = gap.includes('#') ? ', ' : gap;
  const itemSource = (tag: string) => scalarSource(tag, list.items[0], true);
  const lists = { source: yaml, items, separator, itemSource, textSource: itemSource };
  return listEdit(lists, tags) ?? whole;
};

/** Returns the lines of each item, with the comments above it. */
const blockItems = (source: YamlSource, list: YAMLSeq, tokens: CST.BlockSequence): ListItem[] => {
  const { yaml } = source;
  const starts = tokens.items.map(({ start: [token] }) => lineStart(yaml, token?.offset ?? 0));
  return list.items.map((node, index) => ({
    text: tagOf(source, node),
    start: starts[index] ?? 0,
    end: starts[index + 1] ?? lineEnd(yaml, spanOf(node).end),
    scalar: spanOf(node),
  }));
};

const blockListEdit = (
  source: YamlSource,
  list: YAMLSeq,
  tags: readonly string[],
): TextEdit | undefined => {
  const tokens = list.srcToken;
  if (tokens?.type !== 'block-seq') throw new Error('The list is not in block style');
  const { yaml, lineBreak } = source;
  const indent = indentAt(yaml, tokens.offset);
  const textSource = (tag: string) => scalarSource(tag, list.items[0]);
  const itemSource = (tag: string) => `${indent}- ${textSource(tag)}${lineBreak}`;
  const items = blockItems(source, list, tokens);
  return listEdit({ source: yaml, items, separator: '', itemSource, textSource }, tags);
};

/** Joins tags with commas, or with spaces as in Jekyll. */
const joinedTags = (text: string, tags: readonly string[]): string | undefined => {
  const isSpaced = /\S\s+\S/.test(text) && !text.includes(',');
  if (isSpaced && !tags.some((tag) => /[\s,]/.test(tag))) return tags.join(' ');
  if (tags.some((tag) => tag.includes(','))) return undefined;
  const [only = ''] = tags;
  // A single tag with a space would be read as several tags.
  return tags.length === 1 && /\s/.test(only) ? undefined : tags.join(', ');
};

/**
 * Sets the value of `pair` to `tags`, in its current style: flow list, block list or text.
 * Undefined if nothing changes.
 */
const tagEdit = (
  source: YamlSource,
  pair: Pair,
  tags: readonly string[],
  isExplicit: boolean,
): TextEdit | undefined => {
  const { yaml, lineBreak } = source;
  const { key, value } = pair;
  if (isSeq(value)) {
    if (value.flow) return flowListEdit(source, value, tags);
    if (tags.length > 0 || !isExplicit) return blockListEdit(source, value, tags);
    return {
      start: afterColon(pair),
      end: lineEnd(yaml, spanOf(value).end),
      text: ` []${lineBreak}`,
    };
  }
  if (isUnwritten(value)) {
    const position = lineEnd(yaml, afterColon(pair));
    const indent = indentAt(yaml, spanOf(key).start);
    return { start: position, end: position, text: blockList(tags, indent, lineBreak) };
  }
  const text = isScalar(value) && value.value !== null ? textOf(source.document, value) : undefined;
  const joined = text === undefined ? undefined : joinedTags(text, tags);
  return joined === undefined
    ? { ...spanOf(value), text: flowList(tags) }
    : scalarEdit(yaml, pair, joined);
};

/** Returns the lines of a new key. */
export const newKeySource = (
  { key, value }: Change,
  indent: string,
  lineBreak: LineBreak,
): string => {
  if (value === undefined) return '';
  return typeof value === 'object'
    ? `${indent}${key}:${lineBreak}${blockList(value, indent, lineBreak)}`
    : `${indent}${key}: ${scalarSource(value)}${lineBreak}`;
};

const addition = ({ yaml, document, lineBreak }: YamlSource, change: Change): TextEdit => {
  const pairs = pairsOf(document);
  const [first, last] = [pairs.at(0), pairs.at(-1)];
  if (last && isMap(document.contents) && document.contents.flow) {
    const { key, value } = change;
    const { end } = spanOf(last.value);
    const source =
      typeof value === 'object' ? flowList(value) : scalarSource(value ?? '', undefined, true);
    return { start: end, end, text: `, ${key}: ${source}` };
  }
  const [indent = ''] = /^[ \t]*/.exec(first ? indentAt(yaml, spanOf(first.key).start) : '') ?? [];
  const end = yaml.length;
  return { start: end, end, text: newKeySource(change, indent, lineBreak) };
};

const removal = ({ yaml, document }: YamlSource, pair: Pair): TextEdit => {
  if (isMap(document.contents) && document.contents.flow) {
    throw new Error('The key has no lines of its own');
  }
  const end = isUnwritten(pair.value) ? afterColon(pair) : spanOf(pair.value).end;
  return { start: lineStart(yaml, spanOf(pair.key).start), end: lineEnd(yaml, end), text: '' };
};

const changeEdit = (source: YamlSource, change: Change): TextEdit | undefined => {
  const { yaml, document } = source;
  const { key, value, isExplicit = false } = change;
  const pair = pairOf(document, key);
  if (!pair) return value === undefined ? undefined : addition(source, change);
  if (value === undefined) return removal(source, pair);
  return typeof value === 'object'
    ? tagEdit(source, pair, value, isExplicit)
    : scalarEdit(yaml, pair, value);
};

/** Touches only the lines of the keys that change; new keys go to the end. */
const editInPlace = (source: YamlSource, changes: readonly Change[]): string => {
  const { yaml, document } = source;
  const isNew = ({ key }: Change) => !pairOf(document, key);
  const inOrder = [...changes.filter((change) => !isNew(change)), ...changes.filter(isNew)];
  return applyEdits(
    yaml,
    inOrder.flatMap((change) => changeEdit(source, change) ?? []),
  );
};

const withLineBreaks = (text: string, { lineBreak }: YamlSource): string =>
  `\n${text}`.replaceAll('\n', lineBreak);

/**
 * Splits the path of a key, e.g. `taxonomy.tag`, unless there is a top-level key with this name.
 */
const pathOf = (document: Document, key: string): string[] =>
  pairsOf(document).some((pair) => isScalar(pair.key) && pair.key.value === key)
    ? [key]
    : key.split('.');

/** Keeps comments and order, but formats the whole YAML again. */
const reformat = (source: YamlSource, changes: readonly Change[]): string => {
  const document = parseYaml(source.yaml);
  for (const { key, value } of changes) {
    const path = pathOf(document, key);
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
  }
  return withLineBreaks(document.toString(LAYOUT), source);
};

type Values = Map<unknown, unknown>;

const valuesOf = (document: Document): Values => {
  const data: unknown = document.toJS({ mapAsMap: true });
  return new Map<unknown, unknown>(data instanceof Map ? data : []);
};

/** Returns the map with the key at a path, and the key's name there. */
const parentMapOf = (values: Values, [outer = '', inner]: readonly string[]): [Values, string] => {
  const nested = values.get(outer);
  return inner !== undefined && nested instanceof Map ? [nested, inner] : [values, outer];
};

/** Keeps only the values, for YAML with aliases of changed nodes. */
const writeValues = (source: YamlSource, changes: readonly Change[]): string => {
  const { document } = source;
  const values = valuesOf(document);
  for (const { key, value } of changes) {
    const [holder, name] = parentMapOf(values, pathOf(document, key));
    if (value === undefined) holder.delete(name);
    else holder.set(name, value);
  }
  return withLineBreaks(stringify(values, LAYOUT), source);
};

/** Returns the values of all unchanged keys, in their order. */
const otherValues = (document: Document, changes: readonly Change[]): string => {
  const values = valuesOf(document);
  for (const { key } of changes) {
    const [holder, name] = parentMapOf(values, pathOf(document, key));
    holder.delete(name);
  }
  return stringify(values, { ...LAYOUT, aliasDuplicateObjects: false });
};

/**
 * Yields versions of the YAML with `changes` applied; the one that preserves most comes first. For
 * unusual YAML, the first ones may be missing or have wrong values, so the caller must check.
 * Unchanged keys have the same values in all versions.
 */
export function* editYaml(source: YamlSource, changes: readonly Change[]): Generator<string> {
  if (changes.length === 0) {
    yield source.yaml;
    return;
  }
  const others = otherValues(source.document, changes);
  for (const edit of [editInPlace, reformat, writeValues]) {
    try {
      const yaml = edit(source, changes);
      if (otherValues(parseYaml(yaml), changes) === others) yield yaml;
    } catch {
      // This way of editing can't handle the style of the YAML.
    }
  }
}
