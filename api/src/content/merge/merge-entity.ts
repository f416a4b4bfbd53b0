import { validate } from 'content-schema';
import { mergeValues } from 'content-schema/merge';
import type * as v from 'valibot';
import type { Ground } from '../change.ts';
import { InvalidInput, MergeConflict } from '../errors.ts';

interface Entity<Schema extends v.GenericSchema> {
  /** The file it lives in. */
  readonly file: string;
  readonly schema: Schema;
  /** As it was when the edits began, and as it is now. */
  readonly base: unknown;
  readonly theirs: unknown;
  /** As it was sent, valid by the schema. */
  readonly mine: v.InferOutput<Schema>;
}

/**
 * The entity with the changes of both sides. Throws `MergeConflict` where they overlap, and
 * `InvalidInput` when what each side may do alone breaks a rule together.
 */
export const mergeEntity = <const Schema extends v.GenericSchema>(
  { current }: Ground,
  { file, schema, base, theirs, mine }: Entity<Schema>,
): v.InferOutput<Schema> => {
  const { value, conflicts } = mergeValues(base, theirs, mine);
  if (conflicts.length > 0) {
    throw new MergeConflict(
      conflicts.map((conflict) => ({ file, ...conflict })),
      current.revision,
    );
  }
  const result = validate(schema, value);
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};
