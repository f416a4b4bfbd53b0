import { fieldName, labelsOf, normalize, schemaOf, validate } from 'content-schema';
import { inSentence, type Field } from 'content-schema/fields';
import { mergeValues } from 'content-schema/merge';
import type * as v from 'valibot';
import { InvalidInput, MergeConflict } from '../errors.ts';
import { detailedSubject } from './commit-subject.ts';
import { keepUnsent } from './keep-unsent.ts';
import { refuseUnreadable, type SaveContext } from './save-command.ts';

interface Entity<Value> {
  /** The file it lives in. */
  readonly file: string;
  /** What a save of it must fulfil. */
  readonly schema: v.GenericSchema<unknown, Value>;
  /** Its fields alone, without the rules. */
  readonly fields: Field;
  /** As it was when the edits began, where that is known, and as it is now. */
  readonly base: Value | undefined;
  readonly theirs: Value;
  /** The body of the request. */
  readonly sent: unknown;
}

/** The entity before and after a save, both in the form in which a client sends it. */
export interface MergedEntity<Value> {
  readonly before: Value;
  readonly after: Value;
}

const parse = <Value>(schema: v.GenericSchema<unknown, Value>, input: unknown): Value => {
  const result = validate(schema, input);
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};

/**
 * The entity with the changes of both sides. Throws `InvalidInput` for what was sent, or for what
 * each side may do alone but not together, `MergeConflict` where the changes overlap, and
 * `UnreadableFile` where the present entity can't be read.
 */
export const mergeEntity = <Value>(
  { current }: SaveContext,
  { file, schema, fields, base, theirs, sent }: Entity<Value>,
): MergedEntity<Value> => {
  refuseUnreadable(current, file);
  const form = schemaOf(fields) as v.GenericSchema<unknown, Value>;
  const before = normalize(form, theirs);
  const began = base === undefined ? undefined : normalize(form, base);
  const mine = parse(schema, keepUnsent(fields, sent, began ?? before));
  const { value, conflicts } = mergeValues(began, before, mine);
  if (conflicts.length > 0) {
    throw new MergeConflict(
      conflicts.map((conflict) => ({ file, ...conflict })),
      current.revision,
    );
  }
  return { before, after: parse(schema, value) };
};

/**
 * A subject with what the forms call the fields that were changed; those in `derived` follow from
 * others.
 */
export const subjectOfEdit = (
  subject: string,
  fields: Field,
  { before, after }: MergedEntity<unknown>,
  derived: readonly string[] = [],
): string => {
  const labels = labelsOf(fields);
  // Without a common base every difference is a conflict.
  const changed = mergeValues(undefined, before, after).conflicts.map(({ field }) => field);
  return detailedSubject(
    subject,
    changed
      .filter((field) => !derived.includes(field))
      .map((field) => inSentence(fieldName(labels, field))),
  );
};
