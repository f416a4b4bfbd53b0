import { isScalar, isSeq, type CST, type Pair, type YAMLSeq } from 'yaml';
import type { TextEdit } from '../text-edit.ts';
import type { LineBreak } from './body.ts';
import { textOf } from './found-fields.ts';
import { listEdit, type ListItem } from './list-edit.ts';
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
import type { YamlSource } from './yaml-document.ts';

/** A list in flow style, `[a, b]`. */
const flowList = (tags: readonly string[]): string =>
  `[${tags.map((tag) => scalarSource(tag, undefined, true)).join(', ')}]`;

/** A list in block style, one tag a line, below a key that is indented by `indent`. */
export const blockList = (tags: readonly string[], indent: string, lineBreak: LineBreak): string =>
  tags.map((tag) => `${indent}  - ${scalarSource(tag)}${lineBreak}`).join('');

const tagOf = ({ document }: YamlSource, node: unknown): string =>
  textOf(document, node)?.trim() ?? '';

const flowEdit = (source: YamlSource, list: YAMLSeq, tags: readonly string[]): TextEdit => {
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

const blockEdit = (
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
export const tagEdit = (
  source: YamlSource,
  pair: Pair,
  tags: readonly string[],
): TextEdit | undefined => {
  const { yaml, lineBreak } = source;
  const { key, value } = pair;
  if (isSeq(value)) {
    return value.flow ? flowEdit(source, value, tags) : blockEdit(source, value, tags);
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
