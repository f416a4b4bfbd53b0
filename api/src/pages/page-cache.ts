import type { PublicContent, ShareCard, SiteRenderer } from 'content-schema';
import { LRUCache } from 'lru-cache';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import type { ContentPresenter } from '../http/presenters/content-presenter.ts';
import { prepareResponse, type PreparedResponse } from '../http/caching/prepared-response.ts';
import { createMemo } from '../memo.ts';
import type { CacheCounts } from '../metrics.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';
import { publicContentOf } from './public-content.ts';

interface Options {
  readonly present: ContentPresenter;
  /** The canonical origin. */
  readonly origin: string;
  readonly maxBytes: number;
  readonly photosVersion: PhotoFacts['version'];
  readonly onRendered?: ((milliseconds: number) => void) | undefined;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Renders pages, each of each snapshot just once, as far as there is room to keep them. */
export const createPageCache = (options: Options) => {
  const { present, origin, maxBytes, photosVersion, onRendered } = options;
  const contents = createMemo<PublicContent>(photosVersion);
  // Anybody can ask for any number of pages that don't exist, so not all can be kept.
  const cache = new LRUCache<string, PreparedResponse>({
    maxSize: maxBytes,
    // What it is compressed to is kept with it.
    sizeCalculation: ({ body }) => 2 * body.byteLength + 500,
  });
  const counts: CacheCounts = { hits: 0, misses: 0 };
  const flights = new Map<string, Promise<PreparedResponse>>();

  const contentOf = (snapshot: ContentSnapshot): Promise<PublicContent> =>
    contents(snapshot, '', () => publicContentOf(present, snapshot, origin));

  const render = async (
    renderer: SiteRenderer,
    snapshot: ContentSnapshot,
    address: string,
    year: number,
  ): Promise<PreparedResponse> => {
    const began = performance.now();
    const page = await renderer.render(address, await contentOf(snapshot), { origin, year });
    onRendered?.(performance.now() - began);
    return prepareResponse('html', page.html, page.status);
  };

  return {
    counts,
    /** What stands on the card of the page at `address`; undefined where it has none. */
    card: async (
      renderer: SiteRenderer,
      snapshot: ContentSnapshot,
      address: string,
    ): Promise<ShareCard | undefined> => renderer.card(address, await contentOf(snapshot)),
    /** The page at `address`, which the renderer has found. Rejects when it can't be rendered. */
    page: async (
      renderer: SiteRenderer,
      snapshot: ContentSnapshot,
      address: string,
    ): Promise<PreparedResponse> => {
      const year = new Date().getUTCFullYear();
      const key = `${snapshot.revision} ${photosVersion()} ${year} ${address}`;
      const known = cache.get(key) ?? flights.get(key);
      counts[known ? 'hits' : 'misses'] += 1;
      if (known) return known;
      const flight = render(renderer, snapshot, address, year)
        .then((page) => {
          cache.set(key, page);
          return page;
        })
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
};
