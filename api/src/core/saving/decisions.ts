import {
  postFields,
  postIdOf,
  postInputSchema,
  readValue,
  type Conflict,
  type Decision,
} from 'content-schema';
import type { Field } from 'content-schema/fields';
import { isSame, type Decide, type FieldConflict } from 'content-schema/merge';
import type * as v from 'valibot';
import { ENTITIES } from '../reading/entities.ts';
import { invalidInput, MergeConflict, parseInput } from '../reading/errors.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import type { SaveContext } from './save-command.ts';

const entityOf = (
  file: string,
): { readonly fields: Field; readonly schema: v.GenericSchema } | undefined =>
  postIdOf(file) === undefined
    ? Object.values(ENTITIES).find(({ path }) => path === file)
    : { fields: postFields, schema: postInputSchema };

const isText = (value: unknown): boolean => typeof value === 'string';

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** Whether a newly written value may replace both sides: only texts and lists of texts. */
const isWritable = (value: unknown, { theirs, mine }: FieldConflict): boolean =>
  [value, theirs, mine].every(isText) || [value, theirs, mine].every(isTexts);

/**
 * Reads the administrator's choices for overlaps. Those for a file that has changed since the
 * revision that was sent are ignored, so that the conflict is shown again.
 */
export const readDecisions = (
  decisions: readonly Decision[],
  { base, current }: SaveContext,
  mustBeValid = false,
) => {
  const written = new Set<string>();
  let isOpen = false;

  return {
    /** Returns the choices for a file's conflicts; `paths` are the files that it consists of now. */
    of: (file: string, paths: readonly string[]): Decide => {
      const shaIn = ({ tree }: ContentSnapshot, path: string) => tree.get(path)?.sha;
      const holds = base && paths.every((path) => shaIn(base, path) === shaIn(current, path));
      return (conflict) => {
        const { field, theirs, mine } = conflict;
        const index = holds
          ? decisions.findIndex((decision) => decision.file === file && decision.field === field)
          : -1;
        const decision = decisions[index];
        if (!decision) {
          isOpen = true;
          return mine;
        }
        const { value } = decision;
        if (isSame(value, theirs ?? null)) return theirs;
        if (isSame(value, mine ?? null)) return mine;
        if (!isWritable(value, conflict)) {
          const message = 'Choose the value of one of the two sides';
          throw invalidInput(`decisions.${index}.value`, message);
        }
        written.add(file);
        return value;
      };
    },
    /**
     * Throws `InvalidInput` if a new text in the merged value breaks a rule, or anything that must
     * be valid, except in posts, which may be written by hand.
     */
    check: (file: string, value: unknown): void => {
      const entity = entityOf(file);
      const isChecked = mustBeValid && value !== null && postIdOf(file) === undefined;
      if (!entity || !(written.has(file) || isChecked)) return;
      parseInput(entity.schema, readValue(entity.fields, value));
    },
    rejectOpen: (conflicts: readonly Conflict[]): void => {
      if (isOpen) throw new MergeConflict(conflicts, current.revision);
    },
  };
};
