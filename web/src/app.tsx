import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { SWRConfig, useSWRConfig } from 'swr';
import { PUBLIC_CONTENT, preloadPublicContent } from './data/content.ts';
import { InitialStateContext } from './data/initial-state.ts';
import type { InitialState } from './data/page-data.ts';
import { preloadPost } from './data/post-text.ts';
import { isRetryable } from './data/request.ts';
import { PAGES, SERVED_PAGES } from './pages/pages.ts';
import { ADMIN, HOME } from './paths.ts';
import { lazyPage } from './routing/lazy-page.tsx';
import { findPage } from './routing/page-location.ts';
import type { SitePage } from './site/define-page.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { MessageScreen } from './ui/messages.tsx';

/** The event that begins a click. The other hints come earlier and may lead to nothing. */
const PRESSED = 'pointerdown';
const HINTS = ['pointerover', 'focusin', PRESSED] as const;

const linkOf = ({ target }: Event): HTMLAnchorElement | undefined => {
  const link = target instanceof Element ? target.closest('a') : null;
  // The dashboard would be read as a page of the owner's.
  const isPage = link?.pathname !== ADMIN && link?.target === '';
  return isPage && link.origin === location.origin ? link : undefined;
};

/** Whether the visitor saves data, so that nothing should be prefetched. */
const savesData = (): boolean => {
  // The part of https://wicg.github.io/netinfo/ that is used; Firefox and Safari lack it.
  const { connection } = navigator as {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
};

/** Loads the missing data of the page behind a link when the link is hovered or focused. */
const usePrefetch = (pages: readonly SitePage[]): void => {
  const { cache } = useSWRConfig();
  const here = findPage(pages, useLocation())?.location.address;

  useEffect(() => {
    const prefetch = async (page: SitePage, param: string) => {
      if (page.selectPost) await preloadPost(param);
      else if (!cache.get(PUBLIC_CONTENT)?.data) await preloadPublicContent();
    };
    const hint = (event: Event) => {
      if (event.type !== PRESSED && savesData()) return;
      const link = linkOf(event);
      const result = link && findPage(pages, link);
      if (result && result.location.address !== here)
        prefetch(result.page, result.location.param).catch(() => undefined);
    };
    for (const name of HINTS) document.addEventListener(name, hint);
    return () => {
      for (const name of HINTS) document.removeEventListener(name, hint);
    };
  }, [cache, pages, here]);
};

const Admin = lazyPage(async () => (await import('./admin/load-admin.ts')).loadAdmin());

/** The routes of the site. Visitors never load the code of the admin area. */
export const App = ({ initialState }: { readonly initialState: InitialState }) => {
  usePrefetch(PAGES);
  return (
    <ErrorBoundary resetKey={useLocation().key}>
      <InitialStateContext value={initialState}>
        <SWRConfig value={{ revalidateOnFocus: false, shouldRetryOnError: isRetryable }}>
          <Suspense>
            <Routes>
              {SERVED_PAGES.map(({ path, Component }) => (
                <Route key={path} path={path} element={<Component />} />
              ))}
              <Route
                path={`${ADMIN}/*`}
                element={
                  <Suspense fallback={<MessageScreen busy>Verifying your session</MessageScreen>}>
                    <Admin />
                  </Suspense>
                }
              />
              <Route path="*" element={<Navigate to={HOME} replace />} />
            </Routes>
          </Suspense>
        </SWRConfig>
      </InitialStateContext>
    </ErrorBoundary>
  );
};
