import { Link } from 'react-router-dom';
import { ADMIN } from '../../../paths.ts';
import { lazyPage } from '../../../routing/lazy-page.tsx';
import { defineAdminPage } from '../../core/define-admin-page.ts';
import type { AdminFeature } from '../../core/feature.tsx';

const CONNECT = `${ADMIN}/connect`;

export const connect: AdminFeature = {
  pages: [
    defineAdminPage({
      path: CONNECT,
      title: 'Connect GitHub',
      words: 'repository app token disconnect',
      Page: lazyPage(() => import('./connect-page.tsx')),
    }),
  ],
  slots: { store: () => <Link to={CONNECT}>Connect GitHub</Link> },
  checklist: { 'local-only': CONNECT },
};
