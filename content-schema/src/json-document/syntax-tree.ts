import type { Node } from 'jsonc-parser';

/** What JSON can hold. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonObject = Readonly<Record<string, JsonValue>>;

export const isJsonArray = (value: JsonValue): value is readonly JsonValue[] =>
  Array.isArray(value);

export const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !isJsonArray(value);

/** A key of an object and its value, as they stand in the text. */
export interface Property {
  readonly key: Node;
  readonly value: Node;
}

export const endOf = ({ offset, length }: Node): number => offset + length;

/** The items of an array; none for any other node. */
export const itemsOf = (node: Node): readonly Node[] =>
  node.type === 'array' ? (node.children ?? []) : [];

/** The properties of an object in their order; none for any other node. */
export const propertiesOf = (node: Node): Property[] =>
  (node.type === 'object' ? (node.children ?? []) : []).flatMap(
    ({ children: [key, value] = [] }) => (key && value ? [{ key, value }] : []),
  );

/** The value of `key`: the last one, as JSON has it, where the key is there more than once. */
export const propertyOf = (node: Node, key: string): Property | undefined =>
  propertiesOf(node).findLast((property) => property.key.value === key);

/** What `node` says. */
export const valueOf = (node: Node): JsonValue => {
  if (node.type === 'array') return itemsOf(node).map(valueOf);
  if (node.type !== 'object') return node.value as JsonValue;
  return Object.fromEntries(
    propertiesOf(node).map(({ key, value }) => [String(key.value), valueOf(value)]),
  );
};

/** Whether a value has all that `wanted` has; keys that it has beyond that are left alone. */
export const holds = (value: JsonValue | undefined, wanted: JsonValue | undefined): boolean => {
  if (value === undefined || wanted === undefined) return value === wanted;
  if (isJsonArray(wanted)) {
    return (
      isJsonArray(value) &&
      value.length === wanted.length &&
      value.every((item, index) => holds(item, wanted[index] ?? null))
    );
  }
  if (isJsonObject(wanted)) {
    return (
      isJsonObject(value) &&
      Object.entries(wanted).every(
        ([key, field]) => Object.hasOwn(value, key) && holds(value[key], field),
      )
    );
  }
  return value === wanted;
};
