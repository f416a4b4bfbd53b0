import { decodeAddress, idAt, isPage, isPageId, isPublic } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { addressOf, postAt } from '../../content/posts/addresses.ts';
import type { ContentSnapshot, PostEntry } from '../../content/reading/snapshot.ts';
import { allowSharedCaches } from '../caching/cache-control.ts';
import type { RouteDeps } from '../deps.ts';
import { sendMessage } from './web-app.ts';
import { isSiteRequest } from '../requests/parse-request.ts';

/** Redirects to the page of a post, or with a suffix to a page below it; the query stays. */
const redirectToPost = (
  ctx: Context,
  snapshot: ContentSnapshot,
  { id }: PostEntry,
  suffix = '',
): void => {
  ctx.status = 301;
  ctx.redirect(`${addressOf(id)}${suffix}${ctx.search}`);
  // Browsers would keep the redirect for ever, but the address may become that of another post.
  allowSharedCaches(ctx, snapshot);
};

/** The page of a post, or of its revisions. */
const POST_PAGE = /^\/blogs\/([^/]+)(\/revisions)?\/*$/i;
/** The text of a post. */
export const POST_TEXT = /^\/blogs\/([^/]+)(\.md)\/*$/i;

/** What is known of a post without a page; `unknown` while its history can't be read. */
type MissingPost = 'redirected' | 'deleted' | 'unknown' | undefined;

/** Redirects the page of a post that has another id now. */
export const redirectRenamedPost = async (
  { renamedPosts }: RouteDeps,
  ctx: Context,
  snapshot: ContentSnapshot,
  address = POST_PAGE,
): Promise<MissingPost> => {
  const [, postId, suffix] = address.exec(ctx.path) ?? [];
  const id = postId === undefined ? idAt(ctx.path) : decodeAddress(postId);
  // A site without pages spends no requests to its history on mistyped addresses.
  if (id === undefined || (isPageId(id) && !snapshot.posts.some(isPage))) return undefined;
  const post = await renamedPosts.find(snapshot, id).catch(() => 'unknown' as const);
  if (typeof post !== 'object') return suffix ? undefined : post;
  if (!isPublic(post, snapshot.asOf)) return undefined;
  redirectToPost(ctx, snapshot, post, suffix);
  return 'redirected';
};

/** Redirects the addresses that posts had elsewhere, as their front matter says. */
export const redirectOldAddresses =
  ({ reader, web, missedAddresses }: RouteDeps): Middleware =>
  async (ctx, next) => {
    const snapshot = isSiteRequest(ctx) && (await reader.current().catch(() => undefined));
    const post = snapshot && postAt(snapshot, ctx.path);
    if (!snapshot || !post || (isPage(post) && !isPublic(post, snapshot.asOf))) {
      if (snapshot) missedAddresses.add(ctx.path);
      await next();
    } else if (isPublic(post, snapshot.asOf)) {
      redirectToPost(ctx, snapshot, post);
    } else {
      ctx.set('X-Robots-Tag', 'noindex');
      await sendMessage(web, ctx, 404, 'Blog post not found');
    }
  };
