import * as v from 'valibot';

/**
 * The building blocks of every schema: text that can be stored as UTF-8, lists of text, and
 * objects whose messages name the field that is wrong.
 */

/** Stands in a message for the path of the field, which a schema doesn't know: see `validate`. */
export const FIELD = '{field}';

const mustBe = (kind: string) => (issue: v.BaseIssue<unknown>) =>
  issue.input === undefined ? `${FIELD} is missing` : `${FIELD} must be ${kind}`;

/** Text as it was typed; halves of surrogate pairs, which UTF-8 can't hold, become U+FFFD. */
export const text = () =>
  v.pipe(
    v.string(mustBe('text')),
    v.transform((value) => value.toWellFormed()),
  );

/** Text without white space at either end. */
const trimmedText = () => v.pipe(text(), v.trim());

/** Trimmed text; absent means empty. */
export const optionalText = () => v.optional(trimmedText(), '');

/** A list of trimmed texts without the empty ones. */
export const textList = () =>
  v.pipe(
    v.array(trimmedText(), mustBe('a list')),
    v.transform((items) => items.filter((item) => item !== '')),
  );

export const flag = () => v.boolean(mustBe('true or false'));

/** An object of which unknown fields are dropped. */
export const record = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, mustBe('an object'));

export const list = <const Item extends v.GenericSchema>(item: Item) =>
  v.array(item, mustBe('a list'));
