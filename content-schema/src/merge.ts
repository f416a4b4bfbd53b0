import { diff3Merge } from 'node-diff3';

/** A field that both sides changed since `base`, each in its own way. */
export interface FieldConflict {
  /**
   * From the value's root, e.g. `social.github` or `2.role`, where items are counted as they are
   * in the merged value; empty for the value as a whole.
   */
  readonly field: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export interface Merged<Value> {
  /** Both sides' changes; what was decided, where they conflict. */
  readonly value: Value;
  readonly conflicts: readonly FieldConflict[];
}

/** Which value to take where both sides changed the same. */
export type Decide = (conflict: FieldConflict) => unknown;

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

const keepMine: Decide = ({ mine }) => mine;

const merged = <Value>(value: Value): Merged<Value> => ({ value, conflicts: [] });
const conflict = (field: string, sides: Sides, decide: Decide): Merged<unknown> => ({
  value: decide({ field, ...sides }),
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

const lineBlocks = (base: string, theirs: string, mine: string): Block<string>[] =>
  blocksOf(linesOf(base), linesOf(theirs), linesOf(mine), (line) => line);

/** A text with the changes of both sides, line by line; where they overlap, those of one side. */
export const mergeLines = (
  base: string,
  theirs: string,
  mine: string,
  prefer: 'theirs' | 'mine',
): string =>
  lineBlocks(base, theirs, mine)
    .flatMap((block) => ('ok' in block ? block.ok : block[prefer]))
    .join('');

type Texts = Readonly<Record<keyof Sides, string>>;

const mergeTexts = (field: string, sides: Texts, decide: Decide): Merged<unknown> => {
  const blocks = lineBlocks(sides.base, sides.theirs, sides.mine);
  const parts = blocks.map((block) => ('ok' in block ? block.ok.join('') : undefined));
  return parts.includes(undefined) ? conflict(field, sides, decide) : merged(parts.join(''));
};

type Objects = Readonly<Record<keyof Sides, Plain>>;

const mergeObjects = (
  field: string,
  { base, theirs, mine }: Objects,
  decide: Decide,
): Merged<unknown> => {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const results = keys.map((key) => {
    const sides = { base: base[key], theirs: theirs[key], mine: mine[key] };
    return { key, ...mergeField(inField(field, key), sides, decide) };
  });
  return {
    value: Object.fromEntries(
      results.filter(({ value }) => value !== undefined).map(({ key, value }) => [key, value]),
    ),
    conflicts: results.flatMap(({ conflicts }) => conflicts),
  };
};

type Lists = Readonly<Record<keyof Sides, readonly unknown[]>>;

/**
 * Items that both sides changed: one by one where none was added or removed, else all as one.
 * `start` is where they begin in the merged list.
 */
const mergeBlock = (
  field: string,
  block: Lists,
  start: number,
  decide: Decide,
): Merged<unknown> => {
  const { base, theirs, mine } = block;
  if (base.length === 0) {
    const added = theirs.filter((item) => !mine.some((own) => isSame(own, item)));
    return merged([...added, ...mine]);
  }
  if (theirs.length !== base.length || mine.length !== base.length) {
    return conflict(field, block, decide);
  }
  const items = base.map((item, i) => {
    const sides = { base: item, theirs: theirs[i], mine: mine[i] };
    return mergeField(inField(field, start + i), sides, decide);
  });
  return {
    value: items.map(({ value }) => value),
    conflicts: items.flatMap(({ conflicts }) => conflicts),
  };
};

const mergeLists = (
  field: string,
  { base, theirs, mine }: Lists,
  decide: Decide,
): Merged<unknown> => {
  const value: unknown[] = [];
  const conflicts: FieldConflict[] = [];
  for (const block of blocksOf(base, theirs, mine, (item) => JSON.stringify(item))) {
    const part = 'ok' in block ? merged(block.ok) : mergeBlock(field, block, value.length, decide);
    value.push(...(part.value as unknown[]));
    conflicts.push(...part.conflicts);
  }
  return { value, conflicts };
};

const areTexts = (sides: Sides): sides is Texts =>
  Object.values(sides).every((side) => typeof side === 'string');

const areLists = (sides: Sides): sides is Lists => Object.values(sides).every(Array.isArray);

const mergeField = (field: string, sides: Sides, decide: Decide): Merged<unknown> => {
  const { base, theirs, mine } = sides;
  if (isSame(theirs, mine) || isSame(base, theirs)) return merged(mine);
  if (isSame(base, mine)) return merged(theirs);
  if (isPlain(theirs) && isPlain(mine)) {
    return mergeObjects(field, { base: isPlain(base) ? base : {}, theirs, mine }, decide);
  }
  if (areLists(sides)) return mergeLists(field, sides, decide);
  if (areTexts(sides)) return mergeTexts(field, sides, decide);
  return conflict(field, sides, decide);
};

/**
 * Merges JSON values three ways: objects field by field, lists item by item, texts line by line.
 * Only what both sides changed at the same place, differently, is a conflict; mine stands there
 * unless `decide` says otherwise.
 */
export const mergeValues = <Value>(
  base: Value | undefined,
  theirs: Value,
  mine: Value,
  decide: Decide = keepMine,
): Merged<Value> =>
  // Each field of the result is one side's, so the whole has the type of the sides; `decide` answers
  // with a value of the field that it is asked about.
  mergeField('', { base, theirs, mine }, decide) as Merged<Value>;
