import { decodeAddress, idAt } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { addressOf, publicPostAt } from '../../reading/addresses.ts';
import { photoServedAt } from '../../reading/own-addresses.ts';
import type { ContentSnapshot, PostEntry } from '../../reading/snapshot.ts';
import { allowSharedCaches } from '../caching/cache-control.ts';
import type { RouteDeps } from '../deps.ts';
import { isSiteRequest } from '../requests/parse-request.ts';

/** Redirects to the page of a post, or with a suffix to its text; the query stays. */
const redirectToPost = (ctx: Context, { id }: PostEntry, suffix = ''): void => {
  ctx.status = 301;
  ctx.redirect(`${addressOf(id)}${suffix}${ctx.search}`);
  // Browsers would keep the redirect for ever, but the address may become that of another post.
  allowSharedCaches(ctx);
};

const POST_PAGE = /^\/blogs\/([^/]+)\/*$/i;
export const POST_TEXT = /^\/blogs\/([^/]+)(\.md)\/*$/i;

/** What is known of a post without a page; `unknown` until the history has been read. */
type MissingPost = 'redirected' | 'deleted' | 'unknown' | undefined;

/** Redirects the page of a post that has another id now. */
export const redirectRenamedPost = (
  { renamedPosts }: RouteDeps,
  ctx: Context,
  snapshot: ContentSnapshot,
  address = POST_PAGE,
): MissingPost => {
  const [, postId, suffix] = address.exec(ctx.path) ?? [];
  const id = postId === undefined ? idAt(ctx.path) : decodeAddress(postId);
  if (id === undefined) return undefined;
  const post = renamedPosts.find(snapshot, id);
  if (post === 'deleted' && suffix) return undefined;
  if (typeof post !== 'object') return post;
  redirectToPost(ctx, post, suffix);
  return 'redirected';
};

/** Redirects the addresses that public posts had elsewhere, as their front matter says. */
export const redirectOldAddresses =
  ({ reader, missedAddresses }: RouteDeps): Middleware =>
  async (ctx, next) => {
    const snapshot = isSiteRequest(ctx) && (await reader.current().catch(() => undefined));
    const post = snapshot && publicPostAt(snapshot, ctx.path);
    const photo = snapshot ? photoServedAt(snapshot, ctx.path) : undefined;
    if (post) redirectToPost(ctx, post);
    else if (photo !== undefined) ctx.redirect(`/photos/${photo}`);
    else {
      if (snapshot) missedAddresses.add(ctx.path);
      await next();
    }
  };
