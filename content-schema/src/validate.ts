import * as v from 'valibot';
import type { Issue } from './fields.ts';
import { FIELD } from './schema.ts';

export type Validation<Output> =
  | { readonly valid: true; readonly value: Output }
  | { readonly valid: false; readonly issues: [Issue, ...Issue[]] };

const toIssue = (issue: v.BaseIssue<unknown>): Issue => {
  const path = v.getDotPath(issue) ?? '';
  return { path, message: issue.message.replace(FIELD, path === '' ? 'The body' : path) };
};

/**
 * Checks `input` against `schema`; on failure all issues, each with its path and message. A broken
 * rule that `excuse` accepts is no issue.
 */
export const validate = <const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  excuse: (issue: Issue, value: v.InferOutput<Schema>) => boolean = () => false,
): Validation<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, input);
  const issues = (result.issues ?? []).map(toIssue);
  const [first, ...rest] = result.typed
    ? issues.filter((issue) => !excuse(issue, result.output))
    : issues;
  if (first) return { valid: false, issues: [first, ...rest] };
  return { valid: true, value: result.output };
};

/**
 * `value` in the form in which `schema` saves it, e.g. trimmed, whatever rules it breaks; as it is
 * where it is of another type.
 */
export const normalize = <Value>(schema: v.GenericSchema<unknown, Value>, value: Value): Value => {
  const result = v.safeParse(schema, value);
  return result.typed ? result.output : value;
};
