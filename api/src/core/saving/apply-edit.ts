import { isPlainObject, isSame, matchItems } from 'content-schema/merge';

/** A value as a client got it, and as the client sent it back. */
export interface Edit<Value> {
  readonly before: Value;
  readonly after: Value;
}

type PlainObject = Readonly<Record<string, unknown>>;
type List = readonly unknown[];

const applyToFields = (
  stored: PlainObject,
  before: PlainObject,
  after: PlainObject,
): PlainObject => {
  const others = Object.entries(stored).filter(([key]) => !(key in before) && !(key in after));
  const edited = Object.entries(after).map(([key, value]): [string, unknown] => [
    key,
    applyToValue(stored[key], { before: before[key], after: value }),
  ]);
  return Object.fromEntries([...edited.filter(([, value]) => value !== undefined), ...others]);
};

/** Applies an edit to a list; an item that replaces another at its index is an edit of it. */
const applyToItems = (stored: List, before: List, after: List): List => {
  const matches = matchItems(before, after, { upTo: 'index' });
  return after.map((item, index) => {
    const position = matches[index];
    return position === undefined
      ? item
      : applyToValue(stored[position], { before: before[position], after: item });
  });
};

function applyToValue(stored: unknown, { before, after }: Edit<unknown>): unknown {
  if (isSame(before, after)) return stored;
  if (isPlainObject(stored) && isPlainObject(before) && isPlainObject(after)) {
    return applyToFields(stored, before, after);
  }
  const areLists = Array.isArray(stored) && Array.isArray(before) && Array.isArray(after);
  // If reading left out items, stored and read items can't be matched.
  return areLists && stored.length === before.length ? applyToItems(stored, before, after) : after;
}

/**
 * Applies an edit of the form that a client got, e.g. trimmed and without unknown keys, to the
 * stored value; unedited parts keep their stored form.
 */
export const applyEdit = <Stored>(stored: Stored, edit: Edit<unknown>): Stored =>
  // Each part of the result comes from `stored` or from the edit, which has the same fields.
  applyToValue(stored, edit) as Stored;
