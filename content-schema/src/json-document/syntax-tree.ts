import type { Node } from 'jsonc-parser';

/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonObject = Readonly<Record<string, JsonValue>>;

export const isJsonArray = (value: JsonValue): value is readonly JsonValue[] =>
  Array.isArray(value);

export const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !isJsonArray(value);

/** A property of an object in the text. */
export interface Property {
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

/** Returns the property with `key`; of duplicates the last one, which counts in JSON. */
export const propertyOf = (node: Node, key: string): Property | undefined =>
  propertiesOf(node).findLast((property) => property.key.value === key);

/** Returns the value of `node`. */
export const valueOf = (node: Node): JsonValue => {
  if (node.type === 'array') return itemsOf(node).map(valueOf);
  if (node.type !== 'object') return node.value as JsonValue;
  return Object.fromEntries(
    propertiesOf(node).map(({ key, value }) => [String(key.value), valueOf(value)]),
  );
};

/** Whether a value contains everything in `wanted`; additional keys are ignored. */
export const containsValue = (
  value: JsonValue | undefined,
  wanted: JsonValue | undefined,
): boolean => {
  if (value === undefined || wanted === undefined) return value === wanted;
  if (isJsonArray(wanted)) {
    return (
      isJsonArray(value) &&
      value.length === wanted.length &&
      value.every((item, index) => containsValue(item, wanted[index] ?? null))
    );
  }
  if (isJsonObject(wanted)) {
    return (
      isJsonObject(value) &&
      Object.entries(wanted).every(
        ([key, field]) => Object.hasOwn(value, key) && containsValue(value[key], field),
      )
    );
  }
  return value === wanted;
};
