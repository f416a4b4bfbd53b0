import type { Node } from 'jsonc-parser';
import { applyEdits, type TextEdit } from '../text-edit.ts';
import { matchItems } from '../merge/match-items.ts';
import {
  endOf,
  holds,
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
  /** What one level is indented by. */
  readonly unit: string;
  readonly lineBreak: string;
}

export const sourceOf = (text: string): JsonSource => ({
  text,
  unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
});

/** The text from the end of one node to the start of the next. */
const between = ({ text }: JsonSource, one: Node, next: Node): string =>
  text.slice(endOf(one), next.offset);

/** The white space between an opening bracket and what follows it. */
const afterBracket = ({ text }: JsonSource, container: Node, first: Node): string =>
  text.slice(container.offset + 1, first.offset);

const indentAt = ({ text }: JsonSource, position: number): string => {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
};

const isOnOneLine = ({ text }: JsonSource, node: Node): boolean =>
  !text.slice(node.offset, endOf(node)).includes('\n');

/** `value` as text within `container`, laid out like what is on the line of `position`. */
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

/** What goes between two entries of which the first stood alone. */
const newSeparator = (source: JsonSource, container: Node, first: Node): string => {
  const gap = afterBracket(source, container, first);
  return `,${gap.includes('\n') ? gap : ' '}`;
};

/** Adds `key` after the property before it, or before all others. */
const insertion = (
  source: JsonSource,
  object: Node,
  [key, value]: [string, JsonValue],
  predecessor: Property | undefined,
): TextEdit[] => {
  const [first, second] = propertiesOf(object);
  if (!first) return [];
  const separator = second
    ? between(source, first.value, second.key)
    : newSeparator(source, object, first.key);
  const colon = between(source, first.key, first.value);
  const text = `${JSON.stringify(key)}${colon}${formatValue(source, value, object, first.key.offset)}`;
  const position = predecessor ? endOf(predecessor.value) : first.key.offset;
  return [
    { start: position, end: position, text: predecessor ? separator + text : text + separator },
  ];
};

const objectEdits = (source: JsonSource, object: Node, value: JsonObject): TextEdit[] => {
  let predecessor: Property | undefined;
  return Object.entries(value).flatMap(([key, wanted]) => {
    const property = propertyOf(object, key);
    if (!property) return insertion(source, object, [key, wanted], predecessor);
    predecessor = property;
    return valueEdits(source, property.value, wanted, object);
  });
};

/** The text of `item` with `value` in it. */
const itemText = (source: JsonSource, array: Node, item: Node, value: JsonValue): string => {
  const { offset } = item;
  const edits = valueEdits(source, item, value, array);
  return applyEdits(
    source.text.slice(offset, endOf(item)),
    edits.map(({ start, end, text }) => ({ start: start - offset, end: end - offset, text })),
  );
};

/** Items that were there before take their text along; neighbours also what was between them. */
const rearranged = (
  source: JsonSource,
  array: Node,
  values: readonly JsonValue[],
  found: readonly (Node | undefined)[],
): string => {
  const items = itemsOf(array);
  const [first = array, second] = items;
  const newGap = second ? between(source, first, second) : newSeparator(source, array, first);
  const gapBefore = (index: number): string => {
    const [before, item] = [found[index - 1], found[index]];
    const areNeighbours = before && item && items[items.indexOf(before) + 1] === item;
    return areNeighbours ? between(source, before, item) : newGap;
  };
  const texts = values.map((value, index) => {
    const item = found[index];
    const text = item
      ? itemText(source, array, item, value)
      : formatValue(source, value, array, first.offset);
    return index === 0 ? text : gapBefore(index) + text;
  });
  return texts.join('');
};

const arrayEdits = (source: JsonSource, array: Node, values: readonly JsonValue[]): TextEdit[] => {
  const items = itemsOf(array);
  const places = matchItems(items.map(valueOf), values, { isSame: holds, upTo: 'place' });
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
 * The edits that make `node` say `value`: only what differs is replaced, and what the text holds
 * beyond `value` stays. `container` is the object or array that `node` is in.
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
  if (holds(valueOf(node), value)) return [];
  const text = formatValue(source, value, container, node.offset);
  return [{ start: node.offset, end: endOf(node), text }];
}
