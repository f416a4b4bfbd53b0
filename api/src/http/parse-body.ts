import { validate } from 'content-schema';
import type { Context } from 'koa';
import type * as v from 'valibot';
import { InvalidInput } from '../content/errors.ts';

/** The request's JSON body as `schema` makes it. Throws `InvalidInput` with all issues. */
export const parseBody = <const Schema extends v.GenericSchema>(
  ctx: Context,
  schema: Schema,
): v.InferOutput<Schema> => {
  const { body } = ctx.request as { body?: unknown };
  const result = validate(schema, body);
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};
