import { validate } from 'content-schema';
import type { Context } from 'koa';
import type * as v from 'valibot';
import { InvalidInput } from '../../content/errors.ts';

/** The request's JSON body as it was sent. */
export const bodyOf = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body;

/** The request's JSON body as `schema` makes it. Throws `InvalidInput` with all issues. */
export const parseBody = <const Schema extends v.GenericSchema>(
  ctx: Context,
  schema: Schema,
): v.InferOutput<Schema> => {
  const result = validate(schema, bodyOf(ctx));
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};
