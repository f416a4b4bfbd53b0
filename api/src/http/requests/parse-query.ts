import { validate } from 'content-schema';
import type { Context } from 'koa';
import type * as v from 'valibot';
import { InvalidInput } from '../../content/errors.ts';

/** The request's query as `schema` makes it. Throws `InvalidInput` with all issues. */
export const parseQuery = <const Schema extends v.GenericSchema>(
  ctx: Context,
  schema: Schema,
): v.InferOutput<Schema> => {
  const result = validate(schema, { ...ctx.query });
  if (!result.valid) throw new InvalidInput(result.issues);
  return result.value;
};
