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

/** True when `node` says all that `value` does; what it says beyond that is left alone. */
export const says = (node: Node, value: JsonValue): boolean => {
  if (isJsonArray(value)) {
    const items = itemsOf(node);
    return (
      node.type === 'array' &&
      items.length === value.length &&
      items.every((item, index) => says(item, value[index] ?? null))
    );
  }
  if (isJsonObject(value)) {
    return (
      node.type === 'object' &&
      Object.entries(value).every(([key, wanted]) => {
        const property = propertyOf(node, key);
        return property !== undefined && says(property.value, wanted);
      })
    );
  }
  return node.type !== 'object' && node.type !== 'array' && node.value === value;
};
