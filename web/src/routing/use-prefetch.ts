import type { ContentSummaryResponse, PostSummary } from 'content-schema';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { preloadPublicContent } from '../data/content.ts';
import { PUBLIC_CONTENT, type LoadedContent } from '../data/loaded-content.ts';
import type { PageContent } from '../data/page-data.ts';
import { preloadPostText } from '../data/post-text.ts';
import { findPage, type PageLocation, type PageRoute } from './page-location.ts';

/** Hints that a link may be followed in a moment. */
const HINTS = ['pointerover', 'focusin'] as const;

interface PrefetchedPage extends PageRoute {
  /** It needs the text of its only post. */
  readonly hasText?: boolean;
  readonly select: (
    content: PageContent<PostSummary>,
    location: PageLocation,
  ) => { readonly posts: readonly PostSummary[] };
}

const linkOf = ({ target }: Event): HTMLAnchorElement | undefined => {
  const link = target instanceof Element ? target.closest('a') : null;
  return link?.origin === location.origin && link.target === '' ? link : undefined;
};

/** Loads what the page that a link leads to lacks, as soon as the link is pointed at or focused. */
export const usePrefetch = (pages: readonly PrefetchedPage[]): void => {
  const { cache } = useSWRConfig();
  const here = findPage(pages, useLocation())?.location.address;

  useEffect(() => {
    const knownContent = () =>
      cache.get(PUBLIC_CONTENT)?.data as LoadedContent<ContentSummaryResponse> | undefined;

    const prefetch = async (page: PrefetchedPage, place: PageLocation) => {
      const { answer } = knownContent() ?? (await preloadPublicContent());
      const [post] = page.hasText ? page.select(answer, place).posts : [];
      if (post) await preloadPostText(post);
    };
    const hint = (event: Event) => {
      const link = linkOf(event);
      const found = link && findPage(pages, link);
      if (found && found.location.address !== here)
        prefetch(found.page, found.location).catch(() => undefined);
    };
    for (const name of HINTS) document.addEventListener(name, hint);
    return () => {
      for (const name of HINTS) document.removeEventListener(name, hint);
    };
  }, [cache, pages, here]);
};
