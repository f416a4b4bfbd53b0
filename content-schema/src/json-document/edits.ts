import { stripComments, type Node } from 'jsonc-parser';
import { applyEdits, type TextEdit } from '../text-edit.ts';
import { matchItems } from '../merge/match-items.ts';
import {
  endOf,
  containsValue,
  isJsonArray,
  isJsonObject,
  itemsOf,
  propertiesOf,
  propertyOf,
  valueOf,
  type JsonObject,
  type JsonValue,
  type Property,
} from './syntax-tree.ts';

/** A JSON text and how it is laid out. */
export interface JsonSource {
  readonly text: string;
  /** The indentation of one level. */
  readonly unit: string;
  readonly lineBreak: string;
}

export const sourceOf = (text: string): JsonSource => ({
  text,
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
});

/** Returns the text from the end of one node to the start of the next. */
const between = ({ text }: JsonSource, one: Node, next: Node): string =>
  text.slice(endOf(one), next.offset);

/** Removes comments, and the lines that they take, from the text between two tokens. */
const withoutComments = (gap: string): string => {
  const bare = stripComments(gap);
  if (bare === gap) return gap;
  const [mark = ''] = /[,:]/.exec(bare) ?? [];
  const [space = ''] = /(?:\r?\n)?[ \t]*$/.exec(bare) ?? [];
  return mark + space;
};

/** Returns a separator of entries like the one between these two. */
const separatorLike = (source: JsonSource, one: Node, next: Node): string =>
  withoutComments(between(source, one, next));

/** Returns the white space after an opening bracket. */
const afterBracket = ({ text }: JsonSource, container: Node, first: Node): string =>
  withoutComments(text.slice(container.offset + 1, first.offset));

/** A comment after an entry and its comma, on the same line. */
const TRAILING_COMMENT =
  /^([ \t]*,?)([ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/(?=[ \t]*[\r\n])))/;

const trailingCommentOf = (
  { text }: JsonSource,
  entry: Node,
): { comma: string; comment: string } | undefined => {
  const [, comma, comment] = TRAILING_COMMENT.exec(text.slice(endOf(entry))) ?? [];
  return comma === undefined || comment === undefined ? undefined : { comma, comment };
};

/**
 * Returns the space after a comment instead of the separator: a line comment needs a line break.
 */
const spaceAfterComment = (
  { lineBreak }: JsonSource,
  comment: string,
  separator: string,
): string => {
  const space = separator.replace(',', '');
  return comment === '' || space.includes('\n') ? space : lineBreak;
};

/** Comments, each with the white space after it. */
const COMMENTS = /(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)\s*/g;

const indentAt = ({ text }: JsonSource, position: number): string => {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
};

const isOnOneLine = ({ text }: JsonSource, node: Node): boolean =>
  !text.slice(node.offset, endOf(node)).includes('\n');

/** Formats `value` within `container`, indented like the line of `position`. */
const formatValue = (
  source: JsonSource,
  value: JsonValue,
  container: Node | undefined,
  position: number,
): string => {
  if (container && isOnOneLine(source, container)) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, source.unit);
  return lines.replaceAll('\n', source.lineBreak + indentAt(source, position));
};

/** Returns the comments above an item, which move with it. */
const commentsAbove = (
  source: JsonSource,
  items: readonly Node[],
  item: Node | undefined,
): string => {
  const before = item && items[items.indexOf(item) - 1];
  if (!before) return '';
  const { comma, comment } = trailingCommentOf(source, before) ?? { comma: '', comment: '' };
  const gap = between(source, before, item).slice(comma.length + comment.length);
  return (gap.match(COMMENTS) ?? []).join('');
};

/** Returns a separator after an entry that was the only one. */
const newSeparator = (source: JsonSource, container: Node, first: Node): string => {
  const gap = afterBracket(source, container, first);
  return `,${gap.includes('\n') ? gap : ' '}`;
};

const insertAt = (position: number, text: string): TextEdit => ({
  start: position,
  end: position,
  text,
});

type Entry = readonly [key: string, value: JsonValue];

/** Inserts keys after a property, or before all others. */
const insertion = (
  source: JsonSource,
  object: Node,
  entries: readonly Entry[],
  predecessor: Property | undefined,
): TextEdit[] => {
  const [first, second] = propertiesOf(object);
  if (!first || entries.length === 0) return [];
  const separator = second
    ? separatorLike(source, first.value, second.key)
    : newSeparator(source, object, first.key);
  const colon = withoutComments(between(source, first.key, first.value));
  const text = entries
    .map(([key, value]) => {
      const json = formatValue(source, value, object, first.key.offset);
      return `${JSON.stringify(key)}${colon}${json}`;
    })
    .join(separator);
  if (!predecessor) return [insertAt(first.key.offset, text + separator)];
  const end = endOf(predecessor.value);
  const own = trailingCommentOf(source, predecessor.value);
  if (!own) return [insertAt(end, separator + text)];
  // The comment stays with its property.
  const position = end + own.comma.length + own.comment.length;
  const [before, after] = own.comma.includes(',') ? ['', ','] : [',', ''];
  const space = spaceAfterComment(source, own.comment, separator);
  return [insertAt(end, before), insertAt(position, space + text + after)];
};

const objectEdits = (source: JsonSource, object: Node, value: JsonObject): TextEdit[] => {
  let predecessor: Property | undefined;
  let added: Entry[] = [];
  const edits: TextEdit[] = [];
  const insertAdded = (): void => {
    edits.push(...insertion(source, object, added, predecessor));
    added = [];
  };
  for (const [key, wanted] of Object.entries(value)) {
    const property = propertyOf(object, key);
    if (property) {
      insertAdded();
      edits.push(...valueEdits(source, property.value, wanted, object));
      predecessor = property;
    } else added.push([key, wanted]);
  }
  insertAdded();
  return edits;
};

/** Returns the text of `item` with the value `value`. */
const itemText = (source: JsonSource, array: Node, item: Node, value: JsonValue): string => {
  const { offset } = item;
  const edits = valueEdits(source, item, value, array);
  return applyEdits(
    source.text.slice(offset, endOf(item)),
    edits.map(({ start, end, text }) => ({ start: start - offset, end: end - offset, text })),
  );
};

/**
 * Returns the text of a rearranged list. Existing items keep their text and comments; neighbours
 * also the text between them.
 */
const rearranged = (
  source: JsonSource,
  array: Node,
  values: readonly JsonValue[],
  found: readonly (Node | undefined)[],
): string => {
  const items = itemsOf(array);
  const [first = array, second] = items;
  const newGap = second ? separatorLike(source, first, second) : newSeparator(source, array, first);
  /** Returns the comment after an item; that of the last item stays at the end. */
  const commentAfter = (item: Node | undefined): string =>
    (item && item !== items.at(-1) && trailingCommentOf(source, item)?.comment) || '';
  const gapBefore = (index: number): string => {
    const [before, item] = [found[index - 1], found[index]];
    const areNeighbours = before && item && items[items.indexOf(before) + 1] === item;
    if (areNeighbours) return between(source, before, item);
    const comment = commentAfter(before);
    const space = spaceAfterComment(source, comment, newGap);
    return `,${comment}${space}${commentsAbove(source, items, item)}`;
  };
  const texts = values.map((value, index) => {
    const item = found[index];
    const text = item
      ? itemText(source, array, item, value)
      : formatValue(source, value, array, first.offset);
    return (index === 0 ? commentsAbove(source, items, item) : gapBefore(index)) + text;
  });
  const comment = commentAfter(found.at(-1));
  const endsLine = /^[ \t]*[\r\n]/.test(source.text.slice(endOf(items.at(-1) ?? array)));
  const space = comment === '' || endsLine ? '' : spaceAfterComment(source, comment, newGap);
  return texts.join('') + comment + space;
};

const arrayEdits = (source: JsonSource, array: Node, values: readonly JsonValue[]): TextEdit[] => {
  const items = itemsOf(array);
  const places = matchItems(items.map(valueOf), values, { isSame: containsValue, upTo: 'place' });
  const found = places.map((place) => (place === undefined ? undefined : items[place]));
  if (items.length === values.length && items.every((item, index) => item === found[index])) {
    return items.flatMap((item, index) => valueEdits(source, item, values[index] ?? null, array));
  }
  const [first = array] = items;
  const last = items.at(-1) ?? array;
  const text = rearranged(source, array, values, found);
  return [{ start: first.offset, end: endOf(last), text }];
};

/**
 * Yields the edits that change `node` to `value`: only differences are replaced, and additional
 * keys are kept. `container` is the parent of `node`.
 */
export function valueEdits(
  source: JsonSource,
  node: Node,
  value: JsonValue,
  container?: Node,
): TextEdit[] {
  if (isJsonObject(value) && propertiesOf(node).length > 0) {
    return objectEdits(source, node, value);
  }
  if (isJsonArray(value) && value.length > 0 && itemsOf(node).length > 0) {
    return arrayEdits(source, node, value);
  }
  if (containsValue(valueOf(node), value)) return [];
  const text = formatValue(source, value, container, node.offset);
  return [{ start: node.offset, end: endOf(node), text }];
}
