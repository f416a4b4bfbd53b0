import type { SiteRenderer } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { allowSharedCaches } from '../caching/cache-control.ts';
import {
  prepareResponse,
  sendPrepared,
  type PreparedResponse,
} from '../caching/prepared-response.ts';
import type { ContentSnapshot } from '../../reading/snapshot.ts';
import { publicErrorResponse, setErrorHeaders } from '../errors/send-errors.ts';
import { isSiteRequest } from '../requests/parse-request.ts';
import { allowInline, inlineSourcesOf } from '../requests/security-headers.ts';
import type { RouteDeps } from '../deps.ts';
import { isMissingPage, publicContentOf, styleAddress } from '../pages/public-content.ts';
import { redirectRenamedPost } from '../pages/old-addresses.ts';

const isWellFormed = (path: string): boolean => {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
};

/** Sends the document in which the browser renders the page. */
const sendApplication = (ctx: Context, document: string): void => {
  allowInline(ctx, inlineSourcesOf(document));
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('X-Robots-Tag', 'noindex');
  ctx.type = 'html';
  ctx.body = document;
};

/** Sends the application without content: the browser shows the default content and the error. */
const sendLoadFailure = (ctx: Context, renderer: SiteRenderer, error: unknown): void => {
  sendApplication(ctx, renderer.document());
  setErrorHeaders(ctx, publicErrorResponse(error));
  ctx.app.emit('error', error, ctx);
};

/** Public pages are rendered; the login and the admin area are an application. */
export const pageRoutes = (deps: RouteDeps): Middleware => {
  const { reader, web, present, origin, prepared } = deps;

  /** Renders the page at `address`, which must exist, unless its post was deleted. */
  const preparePage = (
    renderer: SiteRenderer,
    snapshot: ContentSnapshot,
    address: string,
    isDeleted: boolean,
  ): Promise<PreparedResponse> => {
    const year = new Date().getUTCFullYear();
    return prepared(snapshot, `page ${year} ${address}${isDeleted ? ' deleted' : ''}`, async () => {
      const content = await publicContentOf(present, snapshot, origin, deps);
      const page = await renderer.render(address, content, { origin, year, isDeleted });
      const inline = inlineSourcesOf(page.document);
      return { ...prepareResponse('html', page.html, page.status), inline };
    });
  };

  /** Resolves to false if the address can only be that of a page, and there is none. */
  const sendPage = async (ctx: Context, renderer: SiteRenderer, address: string) => {
    try {
      const snapshot = await reader.current();
      const missing = redirectRenamedPost(deps, ctx, snapshot);
      if (missing === 'redirected') return true;
      if (isMissingPage(snapshot, address)) return false;
      const page = await preparePage(renderer, snapshot, address, missing === 'deleted');
      if (page.inline) allowInline(ctx, page.inline);
      sendPrepared(ctx, snapshot, page);
      if (page.status === 404) deps.missedAddresses.add(ctx.path);
      if (missing === 'unknown') ctx.set('Cache-Control', 'no-cache');
      else if (page.status < 500) allowSharedCaches(ctx);
    } catch (error) {
      sendLoadFailure(ctx, renderer, error);
    }
    return true;
  };

  return async (ctx, next) => {
    const mayBePage = isSiteRequest(ctx) && isWellFormed(ctx.path);
    const renderer = mayBePage ? await web.renderer() : undefined;
    const destination = renderer?.find(ctx.url);
    if (!renderer || !destination) {
      await next();
      return;
    }
    if (destination.kind === 'application') {
      const { snapshot } = reader.state();
      const look = snapshot && { ...snapshot.site, style: styleAddress(snapshot) };
      sendApplication(ctx, renderer.document(look));
    } else if (!(await sendPage(ctx, renderer, destination.address))) await next();
  };
};
