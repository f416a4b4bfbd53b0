import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Scalar,
  stringify,
  visit,
  type Document,
  type Pair,
  type YAMLSeq,
} from 'yaml';
import { isIsoDate } from '../text/iso-date.ts';
import { matchItems } from '../merge/match-items.ts';
import {
  applyEdits,
  lineBreakOf,
  rewriteEntries,
  type Span,
  type TextEdit,
} from '../text/text-edit.ts';
import type { Change, Format } from './edit-document.ts';
import { isBlockStyle, pairOf, pairsOf, parseYaml, textOf, yamlEntries } from './yaml.ts';

interface YamlSource {
  readonly yaml: string;
  readonly document: Document;
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

const ONE_LINE_STYLES = [Scalar.PLAIN, Scalar.QUOTE_SINGLE, Scalar.QUOTE_DOUBLE] as const;

const LAYOUT = { lineWidth: 0, doubleQuotedAsJSON: true } as const;

/**
 * Returns `value` on one line of YAML, quoted like the scalar `like` if possible. Texts that YAML
 * 1.1 (Jekyll, Hugo) would read as another type are quoted, except dates.
 */
export const scalarSource = (
  value: string | number | boolean,
  like?: unknown,
  inFlow = false,
): string => {
  if (typeof value !== 'string') return String(value);
  if (NEEDS_ESCAPES.test(value)) return JSON.stringify(value).replace(UNESCAPED, escape);
  const style = isScalar(like) ? ONE_LINE_STYLES.find((type) => type === like.type) : undefined;
  const source = stringify([value], {
    ...LAYOUT,
    collectionStyle: inFlow ? 'flow' : 'block',
    flowCollectionPadding: false,
    compat: isIsoDate(value) ? null : 'yaml-1.1',
    ...(style && { defaultStringType: style }),
  });
  // Strip the markup of the list with one item: `[…]` or `- …`, and a line break.
  return inFlow ? source.slice(1, -2) : source.slice(2, -1);
};

export const flowList = (tags: readonly string[]): string =>
  `[${tags.map((tag) => scalarSource(tag, undefined, true)).join(', ')}]`;

/** Returns the lines of a new key or, without one, of the list below a key, in front matter like `yaml`. */
export const newLines = (
  yaml: string,
  key: string | undefined,
  value: Change['value'],
  indent = '',
): string => {
  const lines = typeof value === 'object' ? value.map((tag) => `  - ${scalarSource(tag)}`) : [];
  const first = typeof value === 'object' ? `${key}:` : `${key}: ${scalarSource(value ?? '')}`;
  return [...(key === undefined ? [] : [first]), ...lines]
    .map((line) => indent + line + lineBreakOf(yaml))
    .join('');
};

/** The comment on the first line of a block scalar, as in `title: > # shown in bold`. */
const BLOCK_COMMENT = /^[|>][-+\d]*([ \t]+#[^\r\n]*)/;

/** Replaces the value of `pair` by `value`, with the same quoting if possible. */
const scalarEdit = (yaml: string, pair: Pair, value: string | number | boolean): TextEdit => {
  const node = pair.value;
  const text = scalarSource(value, node);
  if (isUnwritten(node)) {
    const position = afterColon(pair);
    return { start: position, end: position, text: ` ${text}` };
  }
  const { start, end } = spanOf(node);
  if (!isScalar(node) || !isBlockStyle(node)) return { start, end, text };
  const old = yaml.slice(start, end).trimEnd();
  const [, comment = ''] = BLOCK_COMMENT.exec(old) ?? [];
  return { start, end: start + old.length, text: text + comment };
};

/**
 * Returns for each of the tags the index of the item that it comes from, if any, and its source;
 * moved and renamed items keep their source with its comments.
 */
const tagSources = (
  { yaml, document }: YamlSource,
  { items, flow }: YAMLSeq,
  tags: readonly string[],
  spans: readonly Span[] = items.map(spanOf),
) => {
  const texts = items.map((node) => textOf(document, node)?.trim() ?? '');
  const matches = matchItems(texts, tags, { upTo: 'index' });
  return tags.map((tag, index) => {
    const from = matches[index];
    const text = scalarSource(tag, items[0], flow);
    const span = from === undefined ? undefined : spans[from];
    if (from === undefined || !span) return { text };
    const own = yaml.slice(span.start, span.end);
    if (texts[from] === tag) return { from, text: own };
    const { start, end } = spanOf(items[from]);
    const edit = { start: start - span.start, end: end - span.start, text };
    return { from, text: applyEdits(own, [edit]) };
  });
};

const flowListEdit = (source: YamlSource, list: YAMLSeq, tags: readonly string[]): TextEdit => {
  const { start, end } = spanOf(list);
  if (tags.length === 0 || list.items.length === 0) return { start, end, text: flowList(tags) };
  const inner = { start: start + 1, end: end - 1 };
  const spans = list.items.map(spanOf);
  const entries = { text: source.yaml, inner, spans, comment: /#[^\r\n]*/ };
  return { ...inner, text: rewriteEntries(entries, tagSources(source, list, tags)) };
};

const blockListEdit = (source: YamlSource, list: YAMLSeq, tags: readonly string[]): TextEdit => {
  const tokens = list.srcToken;
  if (tokens?.type !== 'block-seq') throw new Error('The list is not in block style');
  const { yaml } = source;
  const starts = tokens.items.map(({ start: [token] }) => lineStart(yaml, token?.offset ?? 0));
  // The lines of each item, with the comments above it.
  const spans = list.items.map((node, index) => ({
    start: starts[index] ?? 0,
    end: starts[index + 1] ?? lineEnd(yaml, spanOf(node).end),
  }));
  const indent = indentAt(yaml, tokens.offset);
  const lines = tagSources(source, list, tags, spans).map(({ from, text }) =>
    from === undefined ? `${indent}- ${text}${lineBreakOf(yaml)}` : text,
  );
  return { start: starts[0] ?? 0, end: spans.at(-1)?.end ?? 0, text: lines.join('') };
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

/** Sets the value of `pair` to `tags`, in its current style: flow list, block list or text. */
const tagEdit = (
  source: YamlSource,
  pair: Pair,
  tags: readonly string[],
  { isExplicit = false, isJoinable = true }: Change,
): TextEdit => {
  const { yaml, document } = source;
  const { key, value } = pair;
  if (isSeq(value)) {
    if (value.flow) return flowListEdit(source, value, tags);
    if (tags.length > 0 || !isExplicit) return blockListEdit(source, value, tags);
    const end = lineEnd(yaml, spanOf(value).end);
    return { start: afterColon(pair), end, text: ` []${lineBreakOf(yaml)}` };
  }
  if (isUnwritten(value)) {
    const position = lineEnd(yaml, afterColon(pair));
    const text = newLines(yaml, undefined, tags, indentAt(yaml, spanOf(key).start));
    return { start: position, end: position, text };
  }
  const text = isScalar(value) && value.value !== null ? textOf(document, value) : undefined;
  const joined = text === undefined || !isJoinable ? undefined : joinedTags(text, tags);
  return joined === undefined
    ? { ...spanOf(value), text: flowList(tags) }
    : scalarEdit(yaml, pair, joined);
};

const addition = ({ yaml, document }: YamlSource, { key, value }: Change): TextEdit => {
  const pairs = pairsOf(document);
  const [first, last] = [pairs.at(0), pairs.at(-1)];
  if (last && isMap(document.contents) && document.contents.flow) {
    const { end } = spanOf(last.value);
    const source =
      typeof value === 'object' ? flowList(value) : scalarSource(value ?? '', undefined, true);
    return { start: end, end, text: `, ${key}: ${source}` };
  }
  const [indent] = /^[ \t]*/.exec(first ? indentAt(yaml, spanOf(first.key).start) : '') ?? [];
  return { start: yaml.length, end: yaml.length, text: newLines(yaml, key, value, indent) };
};

const removal = ({ yaml, document }: YamlSource, pair: Pair): TextEdit => {
  if (isMap(document.contents) && document.contents.flow) {
    throw new Error('The key has no lines of its own');
  }
  const end = isUnwritten(pair.value) ? afterColon(pair) : spanOf(pair.value).end;
  return { start: lineStart(yaml, spanOf(pair.key).start), end: lineEnd(yaml, end), text: '' };
};

/** Touches only the lines of a key; a new key goes to the end. */
const editInPlace = (yaml: string, change: Change): string => {
  const document = parseYaml(yaml);
  const source = { yaml, document };
  const { key, value } = change;
  const pair = pairOf(document, key);
  if (!pair) return value === undefined ? yaml : applyEdits(yaml, [addition(source, change)]);
  if (value === undefined) return applyEdits(yaml, [removal(source, pair)]);
  const edit =
    typeof value === 'object'
      ? tagEdit(source, pair, value, change)
      : scalarEdit(yaml, pair, value);
  return applyEdits(yaml, [edit]);
};

/** Keeps comments and order, but formats the whole YAML again. */
const reformat = (yaml: string, changes: readonly Change[], document: Document): string => {
  for (const { key, value } of changes) {
    const isTopLevel = pairsOf(document).some(
      (pair) => isScalar(pair.key) && pair.key.value === key,
    );
    const path = isTopLevel ? [key] : key.split('.');
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
  }
  return `\n${document.toString(LAYOUT)}`.replaceAll('\n', lineBreakOf(yaml));
};

/** Replaces aliases by what they stand for, which may change. */
const withoutAliases = (document: Document): Document => {
  visit(document, {
    Alias: (_, alias) => {
      const node = alias.resolve(document)?.clone();
      if (!isScalar(node) && !isCollection(node)) return undefined;
      delete node.anchor;
      return node;
    },
  });
  return document;
};

/** In place, unchanged parts keep their bytes. */
export const YAML_FORMAT: Format = {
  read: (source) => yamlEntries(parseYaml(source)),
  edits: [
    (source, changes) => changes.reduce(editInPlace, source),
    (source, changes) => reformat(source, changes, parseYaml(source)),
    (source, changes) => reformat(source, changes, withoutAliases(parseYaml(source))),
  ],
};
