import { isPlainObject, type PlainObject } from '../plain-object.ts';
import type { HeadEntry, HeadValue } from './head-value.ts';

/** Front matter that is parsed to an object: TOML and JSON. */

const headValueOf = (value: unknown): HeadValue => {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(headValueOf);
  if (typeof value === 'object') {
    return value && new Map(Object.entries(value).map(([key, item]) => [key, headValueOf(item)]));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const tableEntries = (table: unknown): HeadEntry[] =>
  Object.entries(table ?? {}).map(([key, value]) => ({ key, value: headValueOf(value) }));

/** Splits a key such as `taxonomy.tag`, unless the table has a key of this name. */
const pathOf = (table: PlainObject, key: string): readonly string[] =>
  Object.hasOwn(table, key) ? [key] : key.split('.', 2);

const memberOf = (value: unknown, key: string): unknown =>
  isPlainObject(value) ? value[key] : undefined;

export const valueAt = (table: PlainObject, key: string): unknown =>
  pathOf(table, key).reduce<unknown>(memberOf, table);

/** Returns a table with another value under `key`. */
export const withValue = (table: PlainObject, key: string, value: unknown): PlainObject => {
  const [outer = '', inner] = pathOf(table, key);
  if (inner === undefined) return { ...table, [outer]: value };
  const nested = memberOf(table, outer);
  return { ...table, [outer]: { ...(isPlainObject(nested) && nested), [inner]: value } };
};
