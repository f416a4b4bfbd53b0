import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { InitialStateContext } from './data/initial-state.ts';
import type { InitialState } from './data/page-data.ts';
import { isRetryable } from './data/request.ts';
import { PAGES, SERVED_PAGES } from './pages/pages.ts';
import { ADMIN, HOME } from './paths.ts';
import { lazyPage } from './routing/lazy-page.tsx';
import { usePrefetch } from './routing/use-prefetch.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { MessageScreen } from './ui/messages.tsx';

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
