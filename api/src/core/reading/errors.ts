import { problemText, validate, type Conflict, type Issue, type Problem } from 'content-schema';
import type * as v from 'valibot';
import { CodedError } from '../coded-error.ts';
import type { CommitSha } from '../git-store/git-store.ts';

export abstract class ContentError extends CodedError {}

/** A request that breaks the rules of an entity; `issues` lists all violations, at least one. */
export class InvalidInput extends ContentError {
  readonly code = 'InvalidInput';
  readonly issues: readonly [Issue, ...Issue[]];
  constructor(issues: readonly [Issue, ...Issue[]]) {
    super(issues[0].message);
    this.issues = issues;
  }
}

/** Returns the error for one violated rule; `path` is that of the value in the request. */
export const invalidInput = (path: string, message: string): InvalidInput =>
  new InvalidInput([{ path, message }]);

export const rejectIssues = ([first, ...rest]: readonly Issue[]): void => {
  if (first) throw new InvalidInput([first, ...rest]);
};

/** Returns the valid value of an input, which is at `path`. Throws `InvalidInput`. */
export const parseInput = <const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  path = '',
): v.InferOutput<Schema> => {
  const result = validate(schema, input, { path });
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};

/** A save that overlaps with changes of others; nothing was written. */
export class MergeConflict extends ContentError {
  readonly code = 'MergeConflict';
  readonly conflicts: readonly Conflict[];
  /** The commit against which the conflicts were found; a save based on it can succeed. */
  readonly revision: CommitSha;
  constructor(conflicts: readonly Conflict[], revision: CommitSha) {
    super('This was changed elsewhere in the meantime. Choose which version to keep.');
    this.conflicts = conflicts;
    this.revision = revision;
  }
}

export class EntityNotFound extends ContentError {
  readonly code = 'EntityNotFound';
}

/** A save of a file that can't be parsed completely: saving would lose the rest of it. */
export class UnreadableFile extends ContentError {
  readonly code = 'UnreadableFile';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`${problem.path} cannot be saved: ${problemText(problem)}`);
    this.problem = problem;
  }
}

/**
 * A save with the key of another one.
 * https://www.ietf.org/archive/id/draft-ietf-httpapi-idempotency-key-header-07.html#section-2.7
 */
export class IdempotencyKeyReused extends ContentError {
  readonly code = 'IdempotencyKeyReused';
  constructor() {
    super('This Idempotency-Key was used for another request. Nothing was saved.');
  }
}
