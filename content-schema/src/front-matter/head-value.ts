/** A value of front matter in any language; what is neither list nor map is the text of it. */
export type HeadValue = string | null | readonly HeadValue[] | ReadonlyMap<string, HeadValue>;

/** A key of the top level; broken front matter may have one twice. */
export interface HeadEntry {
  readonly key: string;
  readonly value: HeadValue;
  /** Where in the source the key is, if that is known. */
  readonly offset?: number;
}

export const isList = (value: HeadValue): value is readonly HeadValue[] => Array.isArray(value);

export const isTable = (value: HeadValue): value is ReadonlyMap<string, HeadValue> =>
  value instanceof Map;
