import type { RenderedPage, SiteRenderer } from 'content-schema';
import { LRUCache } from 'lru-cache';
import type { ContentSnapshot } from '../content/reading/snapshot.ts';
import { etagOf } from '../http/caching/etag-of.ts';
import type { ContentPresenter } from '../http/presenters/content-presenter.ts';
import type { PublicResponse } from '../http/caching/public-response.ts';
import { memoizeByIdentity } from '../memo.ts';
import { publicContentOf } from './public-content.ts';

/** Renders pages, each of each snapshot just once, as far as there is room to keep them. */
export interface PageCache {
  /** The page at `address`, which the renderer has found. Rejects when it can't be rendered. */
  page(renderer: SiteRenderer, snapshot: ContentSnapshot, address: string): Promise<PublicResponse>;
}

interface Options {
  readonly present: ContentPresenter;
  /** The canonical origin. */
  readonly origin: string;
  readonly maxBytes: number;
}

const answerOf = ({ status, html }: RenderedPage): PublicResponse => {
  const body = Buffer.from(html);
  return { status, type: 'html', body, etag: etagOf(body) };
};

export const createPageCache = ({ present, origin, maxBytes }: Options): PageCache => {
  const contentOf = memoizeByIdentity((snapshot: ContentSnapshot) =>
    publicContentOf(present, snapshot),
  );
  // Anybody can ask for any number of pages that don't exist, so not all can be kept.
  const cache = new LRUCache<string, PublicResponse>({
    maxSize: maxBytes,
    // What it is compressed to is kept with it.
    sizeCalculation: ({ body }) => 2 * body.byteLength + 500,
  });
  const flights = new Map<string, Promise<PublicResponse>>();

  const render = async (
    renderer: SiteRenderer,
    snapshot: ContentSnapshot,
    address: string,
    year: number,
  ) => {
    return answerOf(await renderer.render(address, await contentOf(snapshot), { origin, year }));
  };

  return {
    page: async (renderer, snapshot, address) => {
      const year = new Date().getUTCFullYear();
      const key = `${snapshot.revision} ${year} ${address}`;
      const known = cache.get(key) ?? flights.get(key);
      if (known) return known;
      const flight = render(renderer, snapshot, address, year)
        .then((answer) => {
          cache.set(key, answer);
          return answer;
        })
        .finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
};
