import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { NavigationBlocker } from './routing/navigation-blocker.tsx';
import { lazyPage } from './routing/lazy-page.tsx';
import type { InitialState } from './data/page-data.ts';
import { APPLICATION_PATHS, PAGE_PATHS } from './data/page-location.ts';
import { isRetryable } from './data/request.ts';
import { InitialStateContext } from './data/initial-state.ts';
import { BlogsPage } from './pages/blogs/blogs-page.tsx';
import { ExperiencesPage } from './pages/experiences/experiences-page.tsx';
import { LandingPage } from './pages/landing/landing-page.tsx';
import { PostPage } from './pages/post/post-page.tsx';
import { TagPage } from './pages/tag/tag-page.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const LoginPage = lazyPage(() => import('./pages/login/login-page.tsx'));
const Admin = lazyPage(() => import('./admin/admin.tsx'));

interface AppProps {
  readonly visit: InitialState;
}

/** Every route of the site. Visitors never load the code of the login and of the admin. */
export const App = ({ visit }: AppProps) => (
  <ErrorBoundary resetKey={useLocation().key}>
    <InitialStateContext value={visit}>
      <SWRConfig value={{ revalidateOnFocus: false, shouldRetryOnError: isRetryable }}>
        <NavigationBlocker>
          <Suspense>
            <Routes>
              <Route path={PAGE_PATHS.landing} element={<LandingPage />} />
              <Route path={PAGE_PATHS.blogs} element={<BlogsPage />} />
              <Route path={PAGE_PATHS.post} element={<PostPage />} />
              <Route path={PAGE_PATHS.tag} element={<TagPage />} />
              <Route path={PAGE_PATHS.experiences} element={<ExperiencesPage />} />
              <Route path={APPLICATION_PATHS.login} element={<LoginPage />} />
              <Route path={APPLICATION_PATHS.admin} element={<Admin />} />
              <Route path="*" element={<Navigate to={PAGE_PATHS.landing} replace />} />
            </Routes>
          </Suspense>
        </NavigationBlocker>
      </SWRConfig>
    </InitialStateContext>
  </ErrorBoundary>
);
