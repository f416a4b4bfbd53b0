import { getNodeValue, stripComments, type Node } from 'jsonc-parser';
import { matchItems } from '../merge/match-items.ts';
import { lineBreakOf, rewriteEntries, type NewEntry } from '../text/text-edit.ts';
import { isPlainObject } from '../plain-object.ts';

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

type JsonObject = Readonly<Record<string, JsonValue>>;

const isJsonArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

export const isJsonObject = (value: JsonValue): value is JsonObject => isPlainObject(value);

interface Property {
  readonly key: Node;
  readonly value: Node;
}

export const endOf = ({ offset, length }: Node): number => offset + length;

/** Returns the items of an array; none for other nodes. */
export const itemsOf = (node: Node): readonly Node[] =>
  node.type === 'array' ? (node.children ?? []) : [];

/** Returns the properties of an object in order; none for other nodes. */
export const propertiesOf = (node: Node): Property[] =>
  (node.type === 'object' ? (node.children ?? []) : []).flatMap(
    ({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []),
  );

export const valueOf = (node: Node): JsonValue => getNodeValue(node) as JsonValue;

/** Whether a value contains everything in `wanted`; additional keys are ignored. */
const containsValue = (value: unknown, requested: unknown): boolean => {
  if (Array.isArray(requested)) {
    return (
      Array.isArray(value) &&
      value.length === requested.length &&
      value.every((item, index) => containsValue(item, requested[index]))
    );
  }
  if (!isPlainObject(requested)) return value === requested;
  return (
    isPlainObject(value) &&
    Object.entries(requested).every(
      ([key, field]) => Object.hasOwn(value, key) && containsValue(value[key], field),
    )
  );
};

interface JsonSource {
  readonly text: string;
  /** Whether keys that the new value lacks stay. */
  readonly keepsKeys: boolean;
}

const COMMENT = /\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\//;

const sourceOf = ({ text }: JsonSource, node: Node): string => text.slice(node.offset, endOf(node));

const between = ({ text }: JsonSource, { key, value }: Property): string =>
  text.slice(endOf(key), value.offset);

/** Formats `value` within `container`, indented like the line of `position`. */
const formatValue = (
  source: JsonSource,
  value: JsonValue,
  container: Node | undefined,
  position: number,
): string => {
  const { text } = source;
  if (container && !sourceOf(source, container).includes('\n')) return JSON.stringify(value);
  const [, unit = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
  return JSON.stringify(value, null, unit).replaceAll('\n', lineBreakOf(text) + indent);
};

/** Returns the text of `container` with other entries instead of `nodes`. */
const withEntries = (
  { text }: JsonSource,
  container: Node,
  nodes: readonly Node[],
  entries: readonly NewEntry[],
): string => {
  const inner = { start: container.offset + 1, end: endOf(container) - 1 };
  const spans = nodes.map((node) => ({ start: node.offset, end: endOf(node) }));
  const edited = rewriteEntries({ text, inner, spans, comment: COMMENT }, entries);
  return text.charAt(container.offset) + edited + text.charAt(inner.end);
};

/** New keys follow the key before them in `value`. */
const objectText = (source: JsonSource, object: Node, value: JsonObject): string => {
  const properties = propertiesOf(object);
  const [first = { key: object, value: object }] = properties;
  const [colon = ':'] = /:\s*$/.exec(stripComments(between(source, first))) ?? [];
  // Of equal keys the last one counts.
  const indexes = new Map(properties.map(({ key }, index) => [String(key.value), index]));
  const entries = properties.flatMap((property, index): NewEntry[] => {
    const { key, value: node } = property;
    const name = String(key.value);
    const requested = Object.hasOwn(value, name) ? value[name] : undefined;
    if (requested === undefined && !source.keepsKeys) return [];
    const isEdited = requested !== undefined && indexes.get(name) === index;
    const own = isEdited ? editedText(source, node, requested, object) : sourceOf(source, node);
    return [{ from: index, text: sourceOf(source, key) + between(source, property) + own }];
  });
  let position = 0;
  for (const [name, requested] of Object.entries(value)) {
    const index = indexes.get(name);
    if (index === undefined) {
      const json = formatValue(source, requested, object, first.key.offset);
      entries.splice(position, 0, { text: `${JSON.stringify(name)}${colon}${json}` });
      position += 1;
    } else position = entries.findIndex(({ from }) => from === index) + 1;
  }
  return withEntries(source, object, object.children ?? [], entries);
};

const arrayText = (source: JsonSource, array: Node, values: readonly JsonValue[]): string => {
  const items = itemsOf(array);
  const matches = matchItems(items.map(valueOf), values, { isSame: containsValue, upTo: 'index' });
  const entries = values.map((value, index): NewEntry => {
    const from = matches[index];
    const item = from === undefined ? undefined : items[from];
    const text = item
      ? editedText(source, item, value, array)
      : formatValue(source, value, array, items[0]?.offset ?? 0);
    return { from, text };
  });
  return withEntries(source, array, items, entries);
};

/** Returns the text of `node` in its `container` with `value`; only differences are replaced. */
export function editedText(
  source: JsonSource,
  node: Node,
  value: JsonValue,
  container?: Node,
): string {
  if (isJsonObject(value) && propertiesOf(node).length > 0) return objectText(source, node, value);
  if (isJsonArray(value) && value.length > 0 && itemsOf(node).length > 0) {
    return arrayText(source, node, value);
  }
  return containsValue(valueOf(node), value)
    ? sourceOf(source, node)
    : formatValue(source, value, container, node.offset);
}
