import { normalize, validate } from 'content-schema';
import { mergeValues } from 'content-schema/merge';
import type * as v from 'valibot';
import type { SaveContext } from './save-command.ts';
import { InvalidInput, MergeConflict } from '../errors.ts';

interface Entity<Value> {
  /** The file it lives in. */
  readonly file: string;
  /** What a save of it must fulfil. */
  readonly schema: v.GenericSchema<unknown, Value>;
  /** Its fields alone, without the rules. */
  readonly fields: v.GenericSchema<unknown, Value>;
  /** As it was when the edits began, where that is known, and as it is now. */
  readonly base: Value | undefined;
  readonly theirs: Value;
  /** As it was sent, valid by the schema. */
  readonly mine: Value;
}

/** The entity before and after a save, both in the form in which a client sends it. */
export interface MergedEntity<Value> {
  readonly before: Value;
  readonly after: Value;
}

/**
 * The entity with the changes of both sides. Throws `MergeConflict` where they overlap, and
 * `InvalidInput` when what each side may do alone breaks a rule together.
 */
export const mergeEntity = <Value>(
  { current }: SaveContext,
  { file, schema, fields, base, theirs, mine }: Entity<Value>,
): MergedEntity<Value> => {
  const before = normalize(fields, theirs);
  const began = base === undefined ? undefined : normalize(fields, base);
  const { value, conflicts } = mergeValues(began, before, mine);
  if (conflicts.length > 0) {
    throw new MergeConflict(
      conflicts.map((conflict) => ({ file, ...conflict })),
      current.revision,
    );
  }
  const result = validate(schema, value);
  if (!result.valid) throw new InvalidInput(result.issues);
  return { before, after: result.value };
};
