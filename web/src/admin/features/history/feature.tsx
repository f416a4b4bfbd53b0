import { Link } from 'react-router-dom';
import { lazyPage } from '../../../routing/lazy-page.tsx';
import { defineAdminPage } from '../../core/define-admin-page.ts';
import type { AdminFeature } from '../../core/feature.tsx';
import { FileLinks, HistoryLink, LastChange } from './links.tsx';
import { HISTORY, commitPath, sitePath } from './paths.ts';

export const history: AdminFeature = {
  pages: [
    defineAdminPage({
      path: HISTORY,
      title: 'History',
      words: 'changes undo restore versions',
      header: 'History',
      Page: lazyPage(() => import('./history-page.tsx')),
    }),
    defineAdminPage({
      path: commitPath(':commit'),
      Page: lazyPage(() => import('./commit-page.tsx')),
    }),
    defineAdminPage({ path: sitePath(':commit'), Page: lazyPage(() => import('./site-page.tsx')) }),
  ],
  slots: {
    fileHistory: HistoryLink,
    filePages: FileLinks,
    lastChange: LastChange,
    commit: ({ sha, children }) => <Link to={commitPath(sha)}>{children}</Link>,
  },
};
