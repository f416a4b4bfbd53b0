import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { preloadPublicContent } from './content.ts';
import { PUBLIC_CONTENT, type LoadedContent } from './loaded-content.ts';
import type { ContentSummaryResponse } from 'content-schema';
import { pageLocationAt, type PageLocation } from './page-location.ts';
import { pickView } from './page-views.ts';
import { preloadPostText } from './post-text.ts';

/** Hints that a link may be followed in a moment. */
const HINTS = ['pointerover', 'focusin'] as const;

const placeOfLink = ({ target }: Event): PageLocation | undefined => {
  const link = target instanceof Element ? target.closest('a') : null;
  const isOwn = link !== null && link.origin === location.origin && link.target === '';
  return isOwn ? pageLocationAt(link) : undefined;
};

/** Loads what the page that a link leads to lacks, as soon as the link is pointed at or focused. */
export const usePrefetch = (): void => {
  const { cache } = useSWRConfig();
  const here = pageLocationAt(useLocation())?.address;

  useEffect(() => {
    const knownContent = () =>
      cache.get(PUBLIC_CONTENT)?.data as LoadedContent<ContentSummaryResponse> | undefined;

    const prefetch = async (place: PageLocation) => {
      const { answer } = knownContent() ?? (await preloadPublicContent());
      const view = place.name === 'post' ? pickView.post(answer, place) : null;
      if (view && view.html === undefined) await preloadPostText(view.post.id);
    };
    const hint = (event: Event) => {
      const place = placeOfLink(event);
      if (place && place.address !== here) prefetch(place).catch(() => undefined);
    };
    for (const name of HINTS) document.addEventListener(name, hint);
    return () => {
      for (const name of HINTS) document.removeEventListener(name, hint);
    };
  }, [cache, here]);
};
