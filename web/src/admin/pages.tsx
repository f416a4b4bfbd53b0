import { NavLink } from 'react-router-dom';
import { useProposals } from '../data/proposals.ts';
import { ADMIN, EDIT_EXPERIENCES, POSTS } from '../paths.ts';
import { lazyPage } from '../routing/lazy-page.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { defineAdminPage } from './layout/define-admin-page.ts';
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
} from './paths.ts';

const PostsPage = lazyPage(() => import('./posts/list/manage-posts-page.tsx'));
const PostFormPage = lazyPage(() => import('./posts/editor/post-form-page.tsx'));

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
    Page: lazyPage(() => import('./posts/view/post-detail-page.tsx')),
  }),
  defineAdminPage({
    path: `${POSTS}/tags/:tagSlug`,
    Page: lazyPage(() => import('./posts/view/manage-tag-page.tsx')),
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
    Page: lazyPage(() => import('./experiences/edit-experiences-page.tsx')),
  }),
  defineAdminPage({
    path: UPLOADS,
    title: 'Photos',
    words: 'upload pictures images',
    header: 'Photos',
    Page: lazyPage(() => import('./photos/uploads-page.tsx')),
  }),
  defineAdminPage({
    path: HISTORY,
    title: 'History',
    words: 'changes undo restore versions',
    header: 'History',
    Page: lazyPage(() => import('./history/history-page.tsx')),
  }),
  defineAdminPage({
    path: `${HISTORY}/:commit`,
    Page: lazyPage(() => import('./history/commit-page.tsx')),
  }),
  defineAdminPage({
    path: `${HISTORY}/:commit/site`,
    Page: lazyPage(() => import('./history/site/site-page.tsx')),
  }),
  defineAdminPage({
    path: PROPOSALS,
    title: 'Proposals',
    words: 'pull requests branches review publish',
    header: ProposalsLink,
    Page: lazyPage(() => import('./proposals/proposals-page.tsx')),
  }),
  defineAdminPage({
    path: `${PROPOSALS}/:id`,
    Page: lazyPage(() => import('./proposals/proposal-page.tsx')),
  }),
  defineAdminPage({
    path: ACCOUNT,
    title: 'Account',
    words: 'passkeys password sessions sign out everywhere',
    Page: lazyPage(() => import('./account/account-page.tsx')),
  }),
  defineAdminPage({
    path: CONNECT,
    title: 'Connect GitHub',
    words: 'repository app token disconnect',
    Page: lazyPage(() => import('./connect/connect-page.tsx')),
  }),
];
