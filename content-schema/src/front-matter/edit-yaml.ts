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
import { applyEdits, type TextEdit } from '../text-edit.ts';
import { isBlockStyle, pairOf, pairsOf, readYaml, textOf } from './head.ts';

/** Edits YAML in place: what does not change keeps its bytes. */

export type LineBreak = '\n' | '\r\n';

/** YAML as text and as the document it reads as, with the line breaks to edit it with. */
export interface YamlSource {
  readonly yaml: string;
  readonly document: Document;
  readonly lineBreak: LineBreak;
}

/** A key of front matter and its new value; undefined takes the key away. */
export interface Change {
  readonly key: string;
  readonly value: string | boolean | readonly string[] | undefined;
}

/** Positions in the YAML text that a parsed document came from. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where `node` is written; throws when it is not written at all. */
const spanOf = (node: unknown): Span => {
  const range = isNode(node) ? node.range : undefined;
  if (!range) throw new Error('The node has no source');
  const [start, end] = range;
  return { start, end };
};

/** The position after the colon of `pair`; throws when it has none. */
const afterColon = ({ srcToken }: Pair): number => {
  const colon = srcToken?.sep?.find(({ type }) => type === 'map-value-ind');
  if (!colon) throw new Error('The key has no colon');
  return colon.offset + 1;
};

/** True where nothing is written as the value, as in `date:`. */
const isUnwritten = (node: unknown): boolean =>
  isScalar(node) && node.value === null && node.source === '';

const lineStart = (text: string, position: number): number =>
  text.lastIndexOf('\n', position - 1) + 1;

/** The end of the line that the character before `position` is in, with its line break. */
const lineEnd = (text: string, position: number): number =>
  text[position - 1] === '\n' ? position : text.indexOf('\n', position) + 1 || text.length;

const indentAt = (text: string, position: number): string =>
  text.slice(lineStart(text, position), position);

/** Line breaks, controls and marks that a YAML reader may drop, or take for the end of a line. */
const NEEDS_ESCAPES = /[\p{Cc}\p{Cs}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;
/** Those of them that JSON leaves as they are. */
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
 * `value` on one line of YAML, in the quoting of the scalar `like` where that works. What YAML 1.1
 * (Jekyll, Hugo) would read as another type is quoted, dates excepted.
 */
const scalarSource = (value: string | boolean, like?: unknown, inFlow = false): string => {
  if (typeof value === 'boolean') return String(value);
  if (NEEDS_ESCAPES.test(value)) return JSON.stringify(value).replace(UNESCAPED, escape);
  const scalar = new Scalar(value);
  if (isScalar(like) && like.type && ONE_LINE_STYLES.includes(like.type)) scalar.type = like.type;
  const list = new YAMLSeq();
  list.flow = inFlow;
  list.add(scalar);
  const compat = isIsoDate(value) ? null : 'yaml-1.1';
  const source = stringify(list, { ...LAYOUT, flowCollectionPadding: false, compat });
  // Without what stands around the only item: `[…]` or `- …`, and a line break.
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

/** Writes `value` in the place of the value of `pair`, in its quoting where that works. */
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

/** An item of a list: the text it reads as, and the source that comes and goes with it. */
interface ListItem extends Span {
  readonly text: string;
}

interface ListSource {
  readonly source: string;
  readonly items: readonly ListItem[];
  readonly separator: string;
  /** The source of an item that is not in the list yet. */
  readonly itemSource: (text: string) => string;
}

/** How many items are the same at the start and, beyond those, at the end. */
const sameEnds = (items: readonly ListItem[], wanted: readonly string[]) => {
  const shorter = Math.min(items.length, wanted.length);
  let head = 0;
  while (head < shorter && items[head]?.text === wanted[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && items.at(-1 - tail)?.text === wanted.at(-1 - tail)) tail += 1;
  return { head, tail };
};

/**
 * Turns the items of a list into the `wanted` ones: what is between the items that stay at both
 * ends is rewritten, where items that only moved take their source along. A list without any
 * item can't be edited so; undefined then.
 */
const listEdit = (list: ListSource, wanted: readonly string[]): TextEdit | undefined => {
  const { source, items, separator, itemSource } = list;
  const { head, tail } = sameEnds(items, wanted);
  const before = items[head - 1];
  const after = items[items.length - tail];
  const removed = items.slice(head, items.length - tail);
  const [first, last] = [removed.at(0), removed.at(-1)];
  const known = new Map(items.map(({ text, start, end }) => [text, source.slice(start, end)]));
  const added = wanted
    .slice(head, wanted.length - tail)
    .map((text) => known.get(text) ?? itemSource(text));

  if (first && last) {
    if (added.length > 0) {
      return { start: first.start, end: last.end, text: added.join(separator) };
    }
    // A separator goes with the items.
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

/** A list in flow style, `[a, b]`. */
const flowList = (tags: readonly string[]): string =>
  `[${tags.map((tag) => scalarSource(tag, undefined, true)).join(', ')}]`;

/** A list in block style, one tag a line, below a key that is indented by `indent`. */
const blockList = (tags: readonly string[], indent: string, lineBreak: LineBreak): string =>
  tags.map((tag) => `${indent}  - ${scalarSource(tag)}${lineBreak}`).join('');

const tagOf = ({ document }: YamlSource, node: unknown): string =>
  textOf(document, node)?.trim() ?? '';

const flowListEdit = (source: YamlSource, list: YAMLSeq, tags: readonly string[]): TextEdit => {
  const { yaml } = source;
  const whole = { ...spanOf(list), text: flowList(tags) };
  if (tags.length === 0) return whole;
  const items = list.items.map((node) => ({ text: tagOf(source, node), ...spanOf(node) }));
  const [first, second] = items;
  const gap = first && second ? yaml.slice(first.end, second.start) : ', ';
  const separator = gap.includes('#') ? ', ' : gap;
  const itemSource = (tag: string) => scalarSource(tag, list.items[0], true);
  return listEdit({ source: yaml, items, separator, itemSource }, tags) ?? whole;
};

/** The lines of each item, with the comments above it. */
const blockItems = (source: YamlSource, list: YAMLSeq, tokens: CST.BlockSequence): ListItem[] => {
  const { yaml } = source;
  const starts = tokens.items.map(({ start: [token] }) => lineStart(yaml, token?.offset ?? 0));
  return list.items.map((node, index) => ({
    text: tagOf(source, node),
    start: starts[index] ?? 0,
    end: starts[index + 1] ?? lineEnd(yaml, spanOf(node).end),
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
  const itemSource = (tag: string) => `${indent}- ${scalarSource(tag, list.items[0])}${lineBreak}`;
  const items = blockItems(source, list, tokens);
  return listEdit({ source: yaml, items, separator: '', itemSource }, tags);
};

/**
 * Makes `tags` the value of `pair` in the style it has: a flow list, a block list or text with
 * commas. Undefined when there is nothing to do.
 */
const tagEdit = (source: YamlSource, pair: Pair, tags: readonly string[]): TextEdit | undefined => {
  const { yaml, lineBreak } = source;
  const { key, value } = pair;
  if (isSeq(value)) {
    return value.flow ? flowListEdit(source, value, tags) : blockListEdit(source, value, tags);
  }
  if (isUnwritten(value)) {
    const position = lineEnd(yaml, afterColon(pair));
    const indent = indentAt(yaml, spanOf(key).start);
    return { start: position, end: position, text: blockList(tags, indent, lineBreak) };
  }
  const isText = isScalar(value) && value.value !== null;
  if (isText && !tags.some((tag) => tag.includes(','))) {
    return scalarEdit(yaml, pair, tags.join(', '));
  }
  return { ...spanOf(value), text: flowList(tags) };
};

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

/** Keeps comments and order, but lays out the whole YAML again. */
const rewrite = (source: YamlSource, changes: readonly Change[]): string => {
  const document = readYaml(source.yaml);
  for (const { key, value } of changes) {
    if (value === undefined) document.delete(key);
    else document.set(key, typeof value === 'object' ? document.createNode(value) : value);
  }
  return laidOut(document.toString(LAYOUT), source);
};

/** Keeps only the values, for YAML with aliases of what changes. */
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
