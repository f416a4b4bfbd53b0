import type { Issue } from 'content-schema';

/** A request that breaks the rules of an entity; `issues` has all that is wrong, at least one. */
export class InvalidInput extends Error {
  readonly code = 'InvalidInput';
  readonly issues: readonly [Issue, ...Issue[]];
  constructor(issues: readonly [Issue, ...Issue[]]) {
    super(issues[0].message);
    this.issues = issues;
  }
}
