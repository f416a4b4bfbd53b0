import type { PostDetail } from 'content-schema';
import type { Context } from 'koa';

const DETAILS: readonly PostDetail[] = ['whole', 'markdown', 'summary'];

/** How much of each post is asked for by `?posts=`: all of it, unless it says so. */
export const postDetailOf = (ctx: Context): PostDetail =>
  DETAILS.find((detail) => detail === ctx.query['posts']) ?? 'whole';
