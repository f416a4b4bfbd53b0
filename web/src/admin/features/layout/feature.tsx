import { Link } from 'react-router-dom';
import { ADMIN } from '../../../paths.ts';
import { lazyPage } from '../../../routing/lazy-page.tsx';
import { defineAdminPage } from '../../core/define-admin-page.ts';
import type { AdminFeature } from '../../core/feature.tsx';

const LAYOUT = `${ADMIN}/layout`;

export const layout: AdminFeature = {
  pages: [
    defineAdminPage({
      path: LAYOUT,
      title: 'Layout of the repository',
      words: 'folders posts pages pictures generator Jekyll Hugo Astro',
      Page: lazyPage(() => import('./layout-page.tsx')),
    }),
  ],
  slots: { layout: () => <Link to={LAYOUT}>Correct where posts and pictures lie</Link> },
};
