import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { HistoryGate } from './components/history-gate.tsx';
import { lazyPage } from './components/lazy-page.tsx';
import type { Visit } from './data/page-data.ts';
import { APPLICATION_PATHS, PAGE_PATHS } from './data/page-place.ts';
import { mayPass } from './data/request.ts';
import { VisitContext } from './data/visit.ts';
import { BlogsPage } from './pages/blogs/blogs-page.tsx';
import { ExperiencesPage } from './pages/experiences/experiences-page.tsx';
import { LandingPage } from './pages/landing/landing-page.tsx';
import { PostPage } from './pages/post/post-page.tsx';
import { TagPage } from './pages/tag/tag-page.tsx';

const LoginPage = lazyPage(() => import('./pages/login/login-page.tsx'));
const Admin = lazyPage(() => import('./admin/admin.tsx'));

interface AppProps {
  readonly visit: Visit;
}

/** Every route of the site. Visitors never load the code of the login and of the admin. */
export const App = ({ visit }: AppProps) => (
  <VisitContext value={visit}>
    <SWRConfig value={{ revalidateOnFocus: false, shouldRetryOnError: mayPass }}>
      <HistoryGate>
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
      </HistoryGate>
    </SWRConfig>
  </VisitContext>
);
