import { fieldName, labelsOf, normalize, schemaOf, validate } from 'content-schema';
import { inSentence, type Field } from 'content-schema/fields';
import { mergeValues } from 'content-schema/merge';
import type * as v from 'valibot';
import { InvalidInput } from '../reading/errors.ts';
import type { Edit } from './apply-edit.ts';
import { detailedSubject } from './commit-subject.ts';
import { keepUnsent } from './keep-unsent.ts';
import { rejectUnreadable, type SaveContext } from './save-command.ts';

interface Entity<Value> {
  readonly path: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The field descriptors, without validation rules. */
  readonly fields: Field;
}

/**
 * Returns the edit that leads from the stored entity to the sent one, both in the form that a client
 * sends. Throws `InvalidInput`, and `UnreadableFile` if the current entity can't be read.
 */
export const editEntity = <Value>(
  { current }: SaveContext,
  { path, schema, fields }: Entity<Value>,
  stored: Value,
  sent: unknown,
): Edit<Value> => {
  rejectUnreadable(current, path);
  const before = normalize(schemaOf(fields) as v.GenericSchema<unknown, Value>, stored);
  const result = validate(schema, keepUnsent(fields, sent, before));
  if (!result.valid) throw new InvalidInput(result.issues);
  return { before, after: result.value };
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
