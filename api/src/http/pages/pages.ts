/** Renders each public page once per snapshot. */
import type { ShareCard, SiteRenderer } from 'content-schema';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import { prepareResponse, type PreparedResponse } from '../caching/prepared-response.ts';
import type { RouteDeps } from '../deps.ts';
import { inlineSourcesOf } from '../requests/security-headers.ts';
import { publicContentOf } from './public-content.ts';

/** Returns the content of the share card of the page at `address`; undefined if it has none. */
export const cardOfPage = async (
  deps: RouteDeps,
  renderer: SiteRenderer,
  snapshot: ContentSnapshot,
  address: string,
): Promise<ShareCard | undefined> =>
  renderer.card(address, await publicContentOf(deps.present, snapshot, deps.origin));

/**
 * Renders the page at `address`, which must exist; `isDeleted` says that its post was deleted.
 * Rejects when it can't be rendered.
 */
export const preparePage = (
  deps: RouteDeps,
  renderer: SiteRenderer,
  snapshot: ContentSnapshot,
  address: string,
  isDeleted = false,
): Promise<PreparedResponse> => {
  const { present, origin, prepared, metrics } = deps;
  const year = new Date().getUTCFullYear();
  return prepared(snapshot, `page ${year} ${address}${isDeleted ? ' deleted' : ''}`, async () => {
    const start = performance.now();
    const content = await publicContentOf(present, snapshot, origin, deps);
    const page = await renderer.render(address, content, { origin, year, isDeleted });
    metrics?.metrics.rendered('page', performance.now() - start);
    return {
      ...prepareResponse('html', page.html, page.status),
      inline: inlineSourcesOf(page.document),
    };
  });
};
