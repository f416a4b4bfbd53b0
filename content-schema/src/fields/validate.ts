import * as v from 'valibot';
import type { Issue } from './fields.ts';
import { FIELD } from './schema.ts';

export type Validation<Output> =
  | { readonly valid: true; readonly value: Output }
  | { readonly valid: false; readonly issues: [Issue, ...Issue[]] };

const toIssue = (issue: v.BaseIssue<unknown>, place: string): Issue => {
  const path = [place, v.getDotPath(issue) ?? ''].filter(Boolean).join('.');
  return { path, message: issue.message.replace(FIELD, path === '' ? 'The body' : path) };
};

interface ValidateOptions<Value> {
  /** Returns true for an issue to ignore. */
  readonly excuse?: (issue: Issue, value: Value) => boolean;
  /** The path of the input within a larger value, with which the paths of issues begin. */
  readonly place?: string;
}

/** Validates `input`; on failure returns all issues with path and message. */
export const validate = <const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  { excuse = () => false, place = '' }: ValidateOptions<v.InferOutput<Schema>> = {},
): Validation<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, input);
  const issues = (result.issues ?? []).map((issue) => toIssue(issue, place));
  const [first, ...rest] = result.typed
    ? issues.filter((issue) => !excuse(issue, result.output))
    : issues;
  if (first) return { valid: false, issues: [first, ...rest] };
  return { valid: true, value: result.output };
};

/** Normalises `value` as `schema` does, ignoring broken rules; unchanged if its type is another. */
export const normalize = <Value>(schema: v.GenericSchema<unknown, Value>, value: Value): Value => {
  const result = v.safeParse(schema, value);
  return result.typed ? result.output : value;
};
