import { diff3Merge } from 'node-diff3';

/** A field that both sides changed since `base`, each in its own way. */
export interface FieldConflict {
  /** From the value's root, e.g. `social.github`; empty for the value as a whole. */
  readonly field: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export interface Merged {
  /** Both sides' changes; mine, where they conflict. */
  readonly value: unknown;
  readonly conflicts: readonly FieldConflict[];
}

type Sides = Pick<FieldConflict, 'base' | 'theirs' | 'mine'>;
type Plain = Readonly<Record<string, unknown>>;
/** What node-diff3 answers: `a` is mine, `o` the base, `b` theirs. */
type Region = { ok: string[] } | { conflict: { a: string[]; o: string[]; b: string[] } };
type Block<Item> = { ok: Item[] } | { base: Item[]; theirs: Item[]; mine: Item[] };

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Equal as JSON, whatever the order of keys. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (isPlain(a) && isPlain(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => isSame(a[key], b[key]));
  }
  return a === b;
};

const inField = (parent: string, key: string | number): string =>
  parent === '' ? String(key) : `${parent}.${key}`;

const merged = (value: unknown): Merged => ({ value, conflicts: [] });
const conflict = (field: string, sides: Sides): Merged => ({
  value: sides.mine,
  conflicts: [{ field, ...sides }],
});

/** Runs of items that merge by themselves, and those where both sides changed the same items. */
const blocksOf = <Item>(
  base: readonly Item[],
  theirs: readonly Item[],
  mine: readonly Item[],
  name: (item: Item) => string,
): Block<Item>[] => {
  // Items are compared by name, so each name stands for the item that bears it.
  const items = new Map([...base, ...theirs, ...mine].map((item) => [name(item), item]));
  const back = (names: readonly string[]): Item[] =>
    names.flatMap((it) => {
      const item = items.get(it);
      return item === undefined ? [] : [item];
    });
  const regions = diff3Merge(mine.map(name), base.map(name), theirs.map(name), {
    excludeFalseConflicts: true,
  }) as Region[];
  return regions.map((region) =>
    'ok' in region
      ? { ok: back(region.ok) }
      : {
          base: back(region.conflict.o),
          theirs: back(region.conflict.b),
          mine: back(region.conflict.a),
        },
  );
};

/** Lines with their line breaks, so that joining them gives the text back. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

const mergeTexts = (field: string, base: string, theirs: string, mine: string): Merged => {
  const blocks = blocksOf(linesOf(base), linesOf(theirs), linesOf(mine), (line) => line);
  const sides = { base, theirs, mine };
  const parts = blocks.map((block) => ('ok' in block ? block.ok.join('') : undefined));
  return parts.includes(undefined) ? conflict(field, sides) : merged(parts.join(''));
};

const mergeObjects = (field: string, base: Plain, theirs: Plain, mine: Plain): Merged => {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const results = keys.map((key) => {
    const result = mergeField(inField(field, key), {
      base: base[key],
      theirs: theirs[key],
      mine: mine[key],
    });
    return { key, ...result };
  });
  return {
    value: Object.fromEntries(
      results.filter(({ value }) => value !== undefined).map(({ key, value }) => [key, value]),
    ),
    conflicts: results.flatMap(({ conflicts }) => conflicts),
  };
};

/** Items that both sides changed: one by one where none was added or removed, else all as one. */
const mergeBlock = (field: string, block: Exclude<Block<unknown>, { ok: unknown[] }>): Merged => {
  const { base, theirs, mine } = block;
  if (base.length === 0) {
    const added = theirs.filter((item) => !mine.some((own) => isSame(own, item)));
    return merged([...added, ...mine]);
  }
  if (theirs.length !== base.length || mine.length !== base.length) {
    return conflict(field, block);
  }
  const items = base.map((item, i) =>
    mergeField(inField(field, i), { base: item, theirs: theirs[i], mine: mine[i] }),
  );
  return {
    value: items.map(({ value }) => value),
    conflicts: items.flatMap(({ conflicts }) => conflicts),
  };
};

const mergeLists = (
  field: string,
  base: readonly unknown[],
  theirs: readonly unknown[],
  mine: readonly unknown[],
): Merged => {
  const blocks = blocksOf(base, theirs, mine, (item) => JSON.stringify(item));
  const parts = blocks.map((block) =>
    'ok' in block ? merged(block.ok) : mergeBlock(field, block),
  );
  return {
    value: parts.flatMap(({ value }) => value as unknown[]),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
  };
};

const mergeField = (field: string, sides: Sides): Merged => {
  const { base, theirs, mine } = sides;
  if (isSame(theirs, mine) || isSame(base, theirs)) return merged(mine);
  if (isSame(base, mine)) return merged(theirs);
  if (isPlain(theirs) && isPlain(mine)) {
    return mergeObjects(field, isPlain(base) ? base : {}, theirs, mine);
  }
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine)) {
    return mergeLists(field, base, theirs, mine);
  }
  if (typeof base === 'string' && typeof theirs === 'string' && typeof mine === 'string') {
    return mergeTexts(field, base, theirs, mine);
  }
  return conflict(field, sides);
};

/**
 * Merges JSON values three ways: objects field by field, lists item by item, texts line by line.
 * Only what both sides changed at the same place, differently, is a conflict.
 */
export const mergeValues = (base: unknown, theirs: unknown, mine: unknown): Merged =>
  mergeField('', { base, theirs, mine });
