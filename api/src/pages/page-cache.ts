import type { PublicContent, ShareCard, SiteRenderer } from 'content-schema';
import { LRUCache } from 'lru-cache';
import type { Provenance } from '../content/history/provenance.ts';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import type { ContentPresenter } from '../http/presenters/content-presenter.ts';
import { prepareResponse, type PreparedResponse } from '../http/caching/prepared-response.ts';
import { inlineSourcesOf, type InlineSources } from '../http/requests/security-headers.ts';
import { createMemo } from '../memo.ts';
import type { CacheCounts } from '../metrics.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';
import { publicContentOf } from './public-content.ts';

interface Options {
  readonly present: ContentPresenter;
  /** The canonical origin. */
  readonly origin: string;
  readonly maxBytes: number;
  readonly provenance: Provenance | undefined;
  readonly photosVersion: PhotoFacts['version'];
  readonly onRendered?: ((milliseconds: number) => void) | undefined;
}

/** A page with missing data is rendered again after this time. */
const UNFINISHED_MS = 1_000;

interface PreparedPage extends PreparedResponse {
  readonly inline: InlineSources;
}

/**
 * Wraps the content for one page; `isWhole` tells whether all data that the page read was
 * available.
 */
const trackMissingData = (content: PublicContent) => {
  let isWhole = true;
  const note = <Fact>(fact: Fact | undefined): Fact | undefined => {
    isWhole &&= fact !== undefined;
    return fact;
  };
  const { revisions, knownRevisions, lastChange } = content;
  return {
    isWhole: () => isWhole,
    content: {
      ...content,
      ...(revisions && { revisions: async (id: string) => note(await revisions(id)) }),
      ...(knownRevisions && { knownRevisions: (id: string) => note(knownRevisions(id)) }),
      ...(lastChange && { lastChange: () => note(lastChange()) }),
    },
  };
};

export type PageCache = ReturnType<typeof createPageCache>;

/** Creates a bounded cache that renders each page once per snapshot. */
export const createPageCache = (options: Options) => {
  const { present, origin, maxBytes, photosVersion, provenance, onRendered } = options;
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
    contents(snapshot, '', () => publicContentOf(present, snapshot, origin, provenance));

  const render = async (
    renderer: SiteRenderer,
    snapshot: ContentSnapshot,
    address: string,
    year: number,
  ): Promise<PreparedPage> => {
    const began = performance.now();
    const { content, isWhole } = trackMissingData(await contentOf(snapshot));
    const page = await renderer.render(address, content, { origin, year });
    onRendered?.(performance.now() - began);
    return {
      ...prepareResponse('html', page.html, page.status),
      inline: inlineSourcesOf(page.document),
      unfinished: !isWhole(),
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
          cache.set(key, page, page.unfinished ? { ttl: UNFINISHED_MS } : {});
          return page;
        })
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
};
