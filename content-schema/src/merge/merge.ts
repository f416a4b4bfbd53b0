import { inPath } from '../fields/fields.ts';
import type { Decide, FieldConflict, Merged, Sides } from './conflict.ts';
import {
  isPlainObject,
  isSame,
  ownValue,
  withoutUndefined,
  type PlainObject,
} from '../plain-object.ts';
import { mergeTexts } from './merge-lines.ts';
import { mergeLists, type Lists } from './merge-lists.ts';

export type { Decide, FieldConflict };
export { isPlainObject, isSame };
export { differencesOf, type Difference } from './differences.ts';
export { matchItems, nameOfEntry } from './match-items.ts';
export { conflictingPassages, mergeLines, type Passage } from './merge-lines.ts';

const keepMine: Decide = ({ mine }) => mine;

const merged = <Value>(value: Value): Merged<Value> => ({ value, conflicts: [] });

type Objects = Readonly<Record<keyof Sides, PlainObject>>;

const mergeObjects = (
  field: string,
  { base, theirs, mine }: Objects,
  decide: Decide,
): Merged<unknown> => {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const results = keys.map((key) => {
    const [was, now, own] = [base, theirs, mine].map((side) => ownValue(side, key));
    const sides = { base: was, theirs: now, mine: own };
    return { key, ...mergeField(inPath(field, key), sides, decide) };
  });
  return {
    value: withoutUndefined(Object.fromEntries(results.map(({ key, value }) => [key, value]))),
    conflicts: results.flatMap(({ conflicts }) => conflicts),
  };
};

const areTexts = (sides: Sides): sides is Readonly<Record<keyof Sides, string>> =>
  Object.values(sides).every((side) => typeof side === 'string');

const areLists = (sides: Sides): sides is Lists => Object.values(sides).every(Array.isArray);

const asLists = ({ base, theirs = [], mine = [] }: Sides): Sides => ({ base, theirs, mine });

const mergeField = (field: string, sides: Sides, decide: Decide): Merged<unknown> => {
  const { base, theirs, mine } = sides;
  if (isSame(theirs, mine) || isSame(base, theirs)) return merged(mine);
  if (isSame(base, mine)) return merged(theirs);
  if (isPlainObject(theirs) && isPlainObject(mine)) {
    return mergeObjects(field, { base: isPlainObject(base) ? base : {}, theirs, mine }, decide);
  }
  const lists = asLists(sides);
  if (areLists(lists)) {
    const { value, conflicts } = mergeLists(field, lists, decide, mergeField);
    const isAbsent = value.length === 0 && (theirs === undefined || mine === undefined);
    return { value: isAbsent ? undefined : value, conflicts };
  }
  const text = areTexts(sides) ? mergeTexts(sides.base, sides.theirs, sides.mine) : undefined;
  if (text !== undefined) return merged(text);
  const conflict = { field, base, theirs, mine };
  return { value: decide(conflict), conflicts: [conflict] };
};

/**
 * Merges JSON values three ways: objects field by field, lists item by item, texts line by line.
 * Only different changes at the same place are a conflict; the result has `mine` there unless
 * `decide` returns another value.
 */
export const mergeValues = <Value>(
  base: Value | undefined,
  theirs: Value,
  mine: Value,
  decide: Decide = keepMine,
): Merged<Value> =>
  // Each field of the result comes from one side, so the result has the type of the sides; `decide`
  // returns a value of the field's type.
  mergeField('', { base, theirs, mine }, decide) as Merged<Value>;
