import { fieldName, labelsOf, normalize, schemaOf, validate } from 'content-schema';
import { inSentence, type Field } from 'content-schema/fields';
import { mergeValues } from 'content-schema/merge';
import type * as v from 'valibot';
import { InvalidInput, MergeConflict } from '../reading/errors.ts';
import type { Edit } from './apply-edit.ts';
import { detailedSubject } from './commit-subject.ts';
import { keepUnsent } from './keep-unsent.ts';
import { rejectUnreadable, type SaveContext } from './save-command.ts';

interface Entity<Value> {
  readonly path: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The field descriptors, without validation rules. */
  readonly fields: Field;
  /** The entity that the edits began from, if known, and the current one. */
  readonly base: Value | undefined;
  readonly theirs: Value;
  readonly sent: unknown;
}

const parse = <Value>(schema: v.GenericSchema<unknown, Value>, input: unknown): Value => {
  const result = validate(schema, input);
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};

/**
 * Merges the sent changes with those of others; both sides of the edit are in the form that a client
 * sends. Throws `InvalidInput` for invalid input, and for
 * changes that are only valid separately, `MergeConflict` if the changes overlap, and
 * `UnreadableFile` if the current entity can't be read.
 */
export const mergeEntity = <Value>(
  { current }: SaveContext,
  { path, schema, fields, base, theirs, sent }: Entity<Value>,
): Edit<Value> => {
  rejectUnreadable(current, path);
  const form = schemaOf(fields) as v.GenericSchema<unknown, Value>;
  const before = normalize(form, theirs);
  const began = base === undefined ? undefined : normalize(form, base);
  const mine = parse(schema, keepUnsent(fields, sent, began ?? before));
  const { value, conflicts } = mergeValues(began, before, mine);
  if (conflicts.length > 0) {
    throw new MergeConflict(
      conflicts.map((conflict) => ({ file: path, ...conflict })),
      current.revision,
    );
  }
  return { before, after: parse(schema, value) };
};

/**
 * Returns a subject with the labels of the changed fields, without those in `derived`, which follow
 * from other fields. The labels don't repeat the subject's last word: `Update site: title`.
 */
export const subjectOfEdit = (
  subject: string,
  fields: Field,
  { before, after }: Edit<unknown>,
  derived: readonly string[] = [],
): string => {
  const labels = labelsOf(fields);
  const owner = `${subject.split(' ').at(-1) ?? ''} `;
  const nameOf = (field: string): string => {
    const name = inSentence(fieldName(labels, field));
    return name.startsWith(owner) ? name.slice(owner.length) : name;
  };
  // Without a common base every difference is a conflict.
  const changed = mergeValues(undefined, before, after).conflicts.map(({ field }) => field);
  return detailedSubject(subject, changed.filter((field) => !derived.includes(field)).map(nameOf));
};
