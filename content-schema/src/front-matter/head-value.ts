/** A value of front matter in any language; scalars are represented by their text. */
export type HeadValue = string | null | readonly HeadValue[] | ReadonlyMap<string, HeadValue>;

/** A top-level key; broken front matter may contain duplicates. */
export interface HeadEntry {
  readonly key: string;
  readonly value: HeadValue;
  /** The offset of the key in the source, if known. */
  readonly offset?: number;
}

export const isList = (value: HeadValue): value is readonly HeadValue[] => Array.isArray(value);

export const isTable = (value: HeadValue): value is ReadonlyMap<string, HeadValue> =>
  value instanceof Map;

export const textOf = (value: HeadValue): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Returns the entries of a key, e.g. `taxonomy.tag`: with this spelling, else in any case. */
export const entriesOf = (entries: readonly HeadEntry[], key: string): HeadEntry[] => {
  const exact = entries.filter((entry) => entry.key === key);
  if (exact.length > 0) return exact;
  const [outer, inner] = key.split('.', 2);
  if (inner === undefined) {
    return entries.filter((entry) => entry.key.toLowerCase() === key.toLowerCase());
  }
  return entries.flatMap(({ key: name, value, ...entry }) => {
    const nested = name === outer && isTable(value) ? value.get(inner) : undefined;
    return nested === undefined ? [] : [{ ...entry, key, value: nested }];
  });
};

/** Returns the texts under any of the keys, also those in lists. */
export const textsIn = (entries: readonly HeadEntry[], keys: readonly string[]): string[] =>
  keys
    .flatMap((key) => entriesOf(entries, key))
    .flatMap(({ value }) => (isList(value) ? value : [value]))
    .flatMap((value) => textOf(value)?.trim() || []);
