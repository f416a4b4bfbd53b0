import type { PublicContent, ShareCard, SiteRenderer } from 'content-schema';
import { LRUCache } from 'lru-cache';
import type { ReadRevisions } from '../../content/history/read-revisions.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { ContentPresenter } from '../../presenters/content-presenter.ts';
import { prepareResponse, type PreparedResponse } from '../caching/prepared-response.ts';
import { inlineSourcesOf, type InlineSources } from '../requests/security-headers.ts';
import { createMemo } from '../../memo.ts';
import type { CacheCounts } from '../../metrics.ts';
import type { PhotoFacts } from '../../photos/photo-facts.ts';
import { publicContentOf } from './public-content.ts';

interface Options {
  readonly present: ContentPresenter;
  /** The canonical origin. */
  readonly origin: string;
  readonly maxBytes: number;
  readonly readRevisions: ReadRevisions;
  readonly photosVersion: PhotoFacts['version'];
  readonly onRendered?: ((milliseconds: number) => void) | undefined;
}

/** A page without the data that the store failed to return is rendered again after this time. */
const FAILED_MS = 1_000;

interface PreparedPage extends PreparedResponse {
  readonly inline: InlineSources;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Creates a bounded cache that renders each page once per snapshot. */
export const createPageCache = (options: Options) => {
  const { present, origin, maxBytes, photosVersion, readRevisions, onRendered } = options;
  const contents = createMemo<PublicContent>(photosVersion);
  // Bounded, since clients may request any number of unknown pages.
  const cache = new LRUCache<string, PreparedPage>({
    maxSize: maxBytes,
    // The compressed body is kept as well.
    sizeCalculation: ({ body }) => 2 * body.byteLength + 500,
  });
  const counts: CacheCounts = { hits: 0, misses: 0 };
  const flights = new Map<string, Promise<PreparedPage>>();

  const contentOf = (snapshot: ContentSnapshot): Promise<PublicContent> =>
    contents(snapshot, '', () => publicContentOf(present, snapshot, origin, readRevisions));

  const render = async (
    renderer: SiteRenderer,
    snapshot: ContentSnapshot,
    address: string,
    year: number,
  ): Promise<PreparedPage> => {
    const began = performance.now();
    const page = await renderer.render(address, await contentOf(snapshot), { origin, year });
    onRendered?.(performance.now() - began);
    return {
      ...prepareResponse('html', page.html, page.status),
      inline: inlineSourcesOf(page.document),
    };
  };

  return {
    counts,
    /** Returns the content of the share card of the page at `address`; undefined if it has none. */
    card: async (
      renderer: SiteRenderer,
      snapshot: ContentSnapshot,
      address: string,
    ): Promise<ShareCard | undefined> => renderer.card(address, await contentOf(snapshot)),
    /** Renders the page at `address`, which must exist. Rejects when it can't be rendered. */
    page: async (
      renderer: SiteRenderer,
      snapshot: ContentSnapshot,
      address: string,
    ): Promise<PreparedPage> => {
      const year = new Date().getUTCFullYear();
      const key = `${snapshot.revision} ${photosVersion()} ${year} ${address}`;
      const known = cache.get(key) ?? flights.get(key);
      counts[known ? 'hits' : 'misses'] += 1;
      if (known) return known;
      const flight = render(renderer, snapshot, address, year)
        .then((page) => {
          cache.set(key, page, page.status >= 500 ? { ttl: FAILED_MS } : {});
          return page;
        })
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
};
