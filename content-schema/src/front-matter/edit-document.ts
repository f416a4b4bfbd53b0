import { isTable, type HeadEntry, type HeadValue } from './head-value.ts';

/** A key of front matter, e.g. `taxonomy.tag`, and its new value; undefined removes the key. */
export interface Change {
  readonly key: string;
  readonly value: string | number | boolean | readonly string[] | undefined;
  /** Whether a list may be written as one text, as tags with commas. */
  readonly isJoinable?: boolean;
  /** Whether an empty list must be written explicitly. */
  readonly isExplicit?: boolean;
}

/** How front matter in a language is read and edited. */
export interface Format {
  /** Throws with the reason if the source is broken. */
  readonly read: (source: string) => readonly HeadEntry[];
  /** The ways to edit, the smallest edit first. Any may throw, or write wrong values. */
  readonly edits: readonly ((source: string, changes: readonly Change[]) => string)[];
}

type Keys = ReadonlySet<string>;

const otherValues = (
  entries: Iterable<readonly [key: string, value: HeadValue]>,
  changed: Keys,
  parent = '',
): readonly unknown[] =>
  [...entries]
    .filter(([key]) => !changed.has(parent + key))
    .flatMap(([key, value]): unknown[] => {
      if (!isTable(value)) return [[key, value]];
      const others = otherValues(value, changed, `${parent}${key}.`);
      // A table may be new, with only what is changed.
      return others.length === 0 && value.size > 0 ? [] : [[key, others]];
    });

/** Maps become lists; a number may be written in another way, such as `0x1F`. */
const comparable = (_: string, value: unknown): unknown => {
  if (value instanceof Map) return [...(value as ReadonlyMap<string, unknown>)];
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
    ? Number(value)
    : value;
};

/**
 * Yields versions of the source with `changes` applied; the one that preserves most comes first.
 * The values of all other keys are the same in each; whether the changed ones can be read back is
 * for the caller to check.
 */
export function* editDocument(
  { source, entries }: { readonly source: string; readonly entries: readonly HeadEntry[] },
  changes: readonly Change[],
  { read, edits }: Format,
): Generator<string> {
  const keys = new Set(changes.map(({ key }) => key));
  const othersOf = (all: readonly HeadEntry[]): string => {
    const pairs = all.map(({ key, value }) => [key, value] as const);
    return JSON.stringify(otherValues(pairs, keys), comparable);
  };
  const others = othersOf(entries);
  for (const edit of edits) {
    try {
      const edited = edit(source, changes);
      if (othersOf(read(edited)) === others) yield edited;
    } catch {
      // This way of editing can't handle the style of the source.
    }
  }
}
