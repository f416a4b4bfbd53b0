import type { ContentSummaryResponse } from 'content-schema';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { preloadPublicContent } from '../data/content.ts';
import { PUBLIC_CONTENT, type LoadedContent } from '../data/loaded-content.ts';
import { isWhole, preloadPost } from '../data/post-text.ts';
import { findPage, type PageRoute } from './page-location.ts';

/** Begins to follow a link; earlier are hints that it may be followed in a moment. */
const PRESSED = 'pointerdown';
const HINTS = ['pointerover', 'focusin', PRESSED] as const;

interface PrefetchedPage extends PageRoute {
  /** It shows one post, which is asked for by itself. */
  readonly selectPost?: unknown;
  /** It is loaded as a document. */
  readonly hasRevisions?: boolean;
}

const linkOf = ({ target }: Event): HTMLAnchorElement | undefined => {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.origin === location.origin && link.target === '' ? link : undefined;
};

/** https://wicg.github.io/netinfo/, as far as it is used; Firefox and Safari don't have it. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether nothing should be loaded here that may not be needed. */
const isSparing = (): boolean => {
  const { connection } = navigator as { readonly connection?: Connection };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
};

/**
 * Loads what the page that a link leads to lacks, as soon as the link is pointed at or focused.
 *
 * @param isRendered whether the server renders pages, and so knows the call for one post.
 */
export const usePrefetch = (pages: readonly PrefetchedPage[], isRendered: boolean): void => {
  const { cache } = useSWRConfig();
  const here = findPage(pages, useLocation())?.location.address;

  useEffect(() => {
    const prefetch = async (page: PrefetchedPage, param: string) => {
      const content = cache.get(PUBLIC_CONTENT)?.data as
        LoadedContent<ContentSummaryResponse> | undefined;
      if (!page.selectPost || !isRendered) await (content ?? preloadPublicContent());
      else if (!isWhole(content?.answer.posts[0])) await preloadPost(param);
    };
    const hint = (event: Event) => {
      if (event.type !== PRESSED && isSparing()) return;
      const link = linkOf(event);
      const found = link && findPage(pages, link);
      if (found && !found.page.hasRevisions && found.location.address !== here)
        prefetch(found.page, found.location.param).catch(() => undefined);
    };
    for (const name of HINTS) document.addEventListener(name, hint);
    return () => {
      for (const name of HINTS) document.removeEventListener(name, hint);
    };
  }, [cache, pages, isRendered, here]);
};
