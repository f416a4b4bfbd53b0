import type { Issue, Validation } from 'content-schema';
import { useState } from 'react';

interface IssuesHook<Value> {
  readonly issues: readonly Issue[];
  /** How often values were refused; each time what is wrong is told anew. */
  readonly refusals: number;
  /** The value as it may be saved; undefined, with its issues shown, when it may not. */
  readonly check: (value: Value) => Value | undefined;
  /** After an edit: takes back what is no longer wrong, and tells nothing new unasked. */
  readonly recheck: (value: Value) => void;
  readonly refuse: (issues: readonly Issue[]) => void;
}

/** What is wrong with a form's values. */
export const useIssues = <Value>(
  validate: (value: Value) => Validation<Value>,
): IssuesHook<Value> => {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [refusals, setRefusals] = useState(0);

  const refuse = (found: readonly Issue[]) => {
    setIssues(found);
    setRefusals((count) => count + 1);
  };
  const check = (value: Value) => {
    const validation = validate(value);
    if (!validation.valid) {
      refuse(validation.issues);
      return undefined;
    }
    setIssues([]);
    return validation.value;
  };
  const recheck = (value: Value) => {
    if (issues.length === 0) return;
    const validation = validate(value);
    setIssues(validation.valid ? [] : validation.issues);
  };
  return { issues, refusals, check, recheck, refuse };
};
