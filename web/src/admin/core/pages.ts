import { ADMIN, EDIT_EXPERIENCES, POSTS } from '../../paths.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { defineAdminPage } from './define-admin-page.ts';
import {
  DASHBOARD_SECTIONS,
  EXPERIENCES_SECTIONS,
  NEW_PAGE,
  NEW_POST,
  PAGES_LIST,
  UPLOADS,
} from './paths.ts';

const PostsPage = lazyPage(() => import('./posts/list/manage-posts-page.tsx'));
const PostFormPage = lazyPage(() => import('./posts/editor/post-form-page.tsx'));

/** The pages of the core, in the order of the header and the command palette. */
export const CORE_PAGES = [
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
];
