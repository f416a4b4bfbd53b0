import { Suspense, type ComponentType, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { lazyPage } from '../routing/lazy-page.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary, PageFailed } from '../ui/error-boundary.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { AdminHeader } from './layout/admin-header.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { LeaveGuard } from './editing/edit/leave-guard.tsx';
import { UndoProvider } from './editing/changes/undo.tsx';
import { QuestionProvider } from './layout/question.tsx';
import { RequireSession, KeepSession } from './layout/session.tsx';

const PostsPage = lazyPage(() => import('./posts/list/manage-posts-page.tsx'));
const PostFormPage = lazyPage(() => import('./posts/editor/post-form-page.tsx'));

const CopyTyped = ({ text }: { readonly text: string }) => {
  const { state, copy } = useCopy();
  return (
    <>
      <Button onClick={() => void copy(text)}>
        {state === 'copied' ? 'Copied' : 'Copy what was typed'}
      </Button>
      {state === 'failed' && (
        <textarea readOnly rows={8} aria-label="What was typed" value={text} />
      )}
    </>
  );
};

/** Catches render errors of an admin page: the header stays, and the typed text can be copied. */
const PageBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary
    resetKey={useLocation().key}
    fallback={({ typed }) => <PageFailed>{typed !== '' && <CopyTyped text={typed} />}</PageFailed>}
  >
    {children}
  </ErrorBoundary>
);

/** The pages by their paths below `/admin`. */
const PAGES: Readonly<Record<string, ComponentType>> = {
  experiences: lazyPage(() => import('./experiences/edit-experiences-page.tsx')),
  blogs: PostsPage,
  'blogs/new': PostFormPage,
  'blogs/:postId': lazyPage(() => import('./posts/view/post-detail-page.tsx')),
  'blogs/:postId/edit': PostFormPage,
  'blogs/tags/:tagSlug': lazyPage(() => import('./posts/view/manage-tag-page.tsx')),
  pages: PostsPage,
  'pages/new': PostFormPage,
  uploads: lazyPage(() => import('./photos/uploads-page.tsx')),
  account: lazyPage(() => import('./account/account-page.tsx')),
  connect: lazyPage(() => import('./connect/connect-page.tsx')),
  history: lazyPage(() => import('./history/history-page.tsx')),
  'history/:commit': lazyPage(() => import('./history/commit-page.tsx')),
  'history/:commit/site': lazyPage(() => import('./history/site/site-page.tsx')),
  proposals: lazyPage(() => import('./proposals/proposals-page.tsx')),
  'proposals/:id': lazyPage(() => import('./proposals/proposal-page.tsx')),
};

/** The routes below `/admin`, for the administrator only. */
const Admin = () => (
  <RequireSession>
    {(user) => (
      <KeepSession user={user}>
        <LeaveGuard>
          <UndoProvider>
            <QuestionProvider>
              <meta name="robots" content="noindex" />
              <SkipLink />
              <AdminHeader user={user} />
              <PageBoundary>
                {/* Keeps a document title while the code of a page loads. */}
                <Suspense fallback={<title>Loading…</title>}>
                  <Routes>
                    <Route index element={<DashboardPage />} />
                    {Object.entries(PAGES).map(([path, Page]) => (
                      <Route key={path} path={path} element={<Page />} />
                    ))}
                    <Route path="*" element={<Navigate to="/" replace />} />
                  </Routes>
                </Suspense>
              </PageBoundary>
            </QuestionProvider>
          </UndoProvider>
        </LeaveGuard>
      </KeepSession>
    )}
  </RequireSession>
);

export default Admin;
