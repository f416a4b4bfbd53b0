import { NavLink } from 'react-router-dom';
import { useProposals } from './features/proposals/use-proposals.ts';
import { ADMIN, EDIT_EXPERIENCES, POSTS } from '../paths.ts';
import { lazyPage } from '../routing/lazy-page.tsx';
import { DashboardPage } from './core/dashboard/dashboard-page.tsx';
import { defineAdminPage } from './core/define-admin-page.ts';
import {
  ACCOUNT,
  CONNECT,
  DASHBOARD_SECTIONS,
  EXPERIENCES_SECTIONS,
  HISTORY,
  NEW_PAGE,
  NEW_POST,
  PAGES_LIST,
  PROPOSALS,
  UPLOADS,
} from './core/paths.ts';

const PostsPage = lazyPage(() => import('./core/posts/list/manage-posts-page.tsx'));
const PostFormPage = lazyPage(() => import('./core/posts/editor/post-form-page.tsx'));

/** Links to the proposals, and counts them; renders nothing without any. */
const ProposalsLink = () => {
  const { proposals = [], more } = useProposals().response ?? {};
  if (proposals.length === 0) return null;
  return (
    <li>
      <NavLink to={PROPOSALS}>
        Proposals <span className="count">{`${proposals.length}${more ? '+' : ''}`}</span>
      </NavLink>
    </li>
  );
};

/** All pages, in the order of the header and the command palette. */
export const PAGES = [
  defineAdminPage({
    path: NEW_POST,
    title: 'New post',
    words: 'write blog create',
    Page: PostFormPage,
  }),
  defineAdminPage({ path: NEW_PAGE, Page: PostFormPage }),
  defineAdminPage({ path: `${POSTS}/:postId/edit`, Page: PostFormPage }),
  defineAdminPage({
    path: ADMIN,
    title: 'Dashboard',
    words: 'admin site',
    header: 'Admin dashboard',
    sections: Object.values(DASHBOARD_SECTIONS),
    Page: DashboardPage,
  }),
  defineAdminPage({
    path: POSTS,
    title: 'Blogs',
    words: 'posts import',
    header: 'Manage blogs',
    Page: PostsPage,
  }),
  defineAdminPage({
    path: `${POSTS}/:postId`,
    Page: lazyPage(() => import('./core/posts/view/post-detail-page.tsx')),
  }),
  defineAdminPage({
    path: `${POSTS}/tags/:tagSlug`,
    Page: lazyPage(() => import('./core/posts/view/manage-tag-page.tsx')),
  }),
  defineAdminPage({
    path: PAGES_LIST,
    title: 'Pages',
    words: 'about now uses imprint privacy write new',
    Page: PostsPage,
  }),
  defineAdminPage({
    path: EDIT_EXPERIENCES,
    title: 'Experiences',
    words: 'work jobs',
    header: 'Experiences',
    sections: [EXPERIENCES_SECTIONS.more],
    Page: lazyPage(() => import('./core/experiences/edit-experiences-page.tsx')),
  }),
  defineAdminPage({
    path: UPLOADS,
    title: 'Photos',
    words: 'upload pictures images',
    header: 'Photos',
    Page: lazyPage(() => import('./core/photos/uploads-page.tsx')),
  }),
  defineAdminPage({
    path: HISTORY,
    title: 'History',
    words: 'changes undo restore versions',
    header: 'History',
    Page: lazyPage(() => import('./features/history/history-page.tsx')),
  }),
  defineAdminPage({
    path: `${HISTORY}/:commit`,
    Page: lazyPage(() => import('./features/history/commit-page.tsx')),
  }),
  defineAdminPage({
    path: `${HISTORY}/:commit/site`,
    Page: lazyPage(() => import('./features/history/site-page.tsx')),
  }),
  defineAdminPage({
    path: PROPOSALS,
    title: 'Proposals',
    words: 'pull requests branches review publish',
    header: ProposalsLink,
    Page: lazyPage(() => import('./features/proposals/proposals-page.tsx')),
  }),
  defineAdminPage({
    path: `${PROPOSALS}/:id`,
    Page: lazyPage(() => import('./features/proposals/proposal-page.tsx')),
  }),
  defineAdminPage({
    path: ACCOUNT,
    title: 'Account',
    words: 'passkeys password sessions sign out everywhere',
    Page: lazyPage(() => import('./features/account/account-page.tsx')),
  }),
  defineAdminPage({
    path: CONNECT,
    title: 'Connect GitHub',
    words: 'repository app token disconnect',
    Page: lazyPage(() => import('./features/connect/connect-page.tsx')),
  }),
];
