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
  /** A broken rule that it accepts is no issue. */
  readonly excuse?: (issue: Issue, value: Value) => boolean;
  /** Where the input stands in something larger, which the paths of issues begin with. */
  readonly place?: string;
}

/** Checks `input` against `schema`; on failure all issues, each with its path and message. */
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

/**
 * `value` in the form in which `schema` saves it, e.g. trimmed, whatever rules it breaks; as it is
 * where it is of another type.
 */
export const normalize = <Value>(schema: v.GenericSchema<unknown, Value>, value: Value): Value => {
  const result = v.safeParse(schema, value);
  return result.typed ? result.output : value;
};
