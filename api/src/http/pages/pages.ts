import type { PublicContent, ShareCard, SiteRenderer } from 'content-schema';
import type { ReadRevisions } from '../../content/history/read-revisions.ts';
import type { ContentSnapshot } from '../../content/reading/snapshot.ts';
import type { ContentPresenter } from '../../presenters/content-presenter.ts';
import { prepareResponse, type PreparedResponse } from '../caching/prepared-response.ts';
import type { LoadPrepared } from '../caching/prepared-cache.ts';
import { inlineSourcesOf } from '../requests/security-headers.ts';
import { publicContentOf } from './public-content.ts';

interface Options {
  readonly present: ContentPresenter;
  /** The canonical origin. */
  readonly origin: string;
  readonly prepared: LoadPrepared;
  readonly readRevisions: ReadRevisions;
  readonly onRendered?: ((milliseconds: number) => void) | undefined;
}

export type Pages = ReturnType<typeof createPages>;

/** Renders each page once per snapshot. */
export const createPages = (options: Options) => {
  const { present, origin, prepared, readRevisions, onRendered } = options;

  const contentOf = (snapshot: ContentSnapshot): Promise<PublicContent> =>
    publicContentOf(present, snapshot, origin, readRevisions);

  const render = async (
    renderer: SiteRenderer,
    snapshot: ContentSnapshot,
    address: string,
    year: number,
  ): Promise<PreparedResponse> => {
    const base = performance.now();
    const page = await renderer.render(address, await contentOf(snapshot), { origin, year });
    onRendered?.(performance.now() - base);
    return {
      ...prepareResponse('html', page.html, page.status),
      inline: inlineSourcesOf(page.document),
    };
  };

  return {
    /** Returns the content of the share card of the page at `address`; undefined if it has none. */
    card: async (
      renderer: SiteRenderer,
      snapshot: ContentSnapshot,
      address: string,
    ): Promise<ShareCard | undefined> => renderer.card(address, await contentOf(snapshot)),
    /** Renders the page at `address`, which must exist. Rejects when it can't be rendered. */
    page: (
      renderer: SiteRenderer,
      snapshot: ContentSnapshot,
      address: string,
    ): Promise<PreparedResponse> => {
      const year = new Date().getUTCFullYear();
      return prepared(snapshot, `page ${year} ${address}`, () =>
        render(renderer, snapshot, address, year),
      );
    },
  };
};
