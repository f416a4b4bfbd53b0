import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { lazyPage } from '../routing/lazy-page.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { AdminHeader } from './layout/admin-header.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { LeaveGuard } from './editing/edit/leave-guard.tsx';
import { PageBoundary } from './layout/page-boundary.tsx';
import { UndoProvider } from './editing/changes/undo.tsx';
import { QuestionProvider } from './layout/question.tsx';
import { RequireSession, KeepSession } from './layout/session.tsx';

const ExperiencesPage = lazyPage(() => import('./experiences/edit-experiences-page.tsx'));
const PostsPage = lazyPage(() => import('./posts/list/manage-posts-page.tsx'));
const PostFormPage = lazyPage(() => import('./posts/editor/post-form-page.tsx'));
const PostPage = lazyPage(() => import('./posts/view/post-detail-page.tsx'));
const TagPage = lazyPage(() => import('./posts/view/manage-tag-page.tsx'));
const UploadsPage = lazyPage(() => import('./photos/uploads-page.tsx'));
const AccountPage = lazyPage(() => import('./account/account-page.tsx'));
const ConnectPage = lazyPage(() => import('./connect/connect-page.tsx'));
const HistoryPage = lazyPage(() => import('./history/history-page.tsx'));
const SitePage = lazyPage(() => import('./history/site/site-page.tsx'));
const ProposalsPage = lazyPage(() => import('./proposals/proposals-page.tsx'));
const ProposalPage = lazyPage(() => import('./proposals/proposal-page.tsx'));
const CommitPage = lazyPage(() => import('./history/commit-page.tsx'));

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
                    <Route path="experiences" element={<ExperiencesPage />} />
                    <Route path="blogs" element={<PostsPage />} />
                    <Route path="pages" element={<PostsPage />} />
                    <Route path="pages/new" element={<PostFormPage />} />
                    <Route path="blogs/new" element={<PostFormPage />} />
                    <Route path="blogs/:postId" element={<PostPage />} />
                    <Route path="blogs/:postId/edit" element={<PostFormPage />} />
                    <Route path="blogs/tags/:tagSlug" element={<TagPage />} />
                    <Route path="uploads" element={<UploadsPage />} />
                    <Route path="account" element={<AccountPage />} />
                    <Route path="connect" element={<ConnectPage />} />
                    <Route path="history" element={<HistoryPage />} />
                    <Route path="history/:commit" element={<CommitPage />} />
                    <Route path="history/:commit/site" element={<SitePage />} />
                    <Route path="proposals" element={<ProposalsPage />} />
                    <Route path="proposals/:id" element={<ProposalPage />} />
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
