import { getNodeValue, type Node } from 'jsonc-parser';
import { isPlainObject } from '../plain-object.ts';

/** Any JSON value. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonObject = Readonly<Record<string, JsonValue>>;

export const isJsonArray = (value: JsonValue): value is readonly JsonValue[] =>
  Array.isArray(value);

export const isJsonObject = (value: JsonValue): value is JsonObject => isPlainObject(value);

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

export const valueOf = (node: Node): JsonValue => getNodeValue(node) as JsonValue;

/** Whether a value contains everything in `wanted`; additional keys are ignored. */
export const containsValue = (value: unknown, requested: unknown): boolean => {
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
