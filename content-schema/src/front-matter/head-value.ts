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
