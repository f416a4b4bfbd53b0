import { Link } from 'react-router-dom';
import { ADMIN } from '../../../paths.ts';
import { lazyPage } from '../../../routing/lazy-page.tsx';
import { defineAdminPage } from '../../core/define-admin-page.ts';
import type { AdminFeature } from '../../core/feature.tsx';

const ACCOUNT = `${ADMIN}/account`;

export const account: AdminFeature = {
  pages: [
    defineAdminPage({
      path: ACCOUNT,
      title: 'Account',
      words: 'passkeys email password sessions sign out everywhere',
      Page: lazyPage(() => import('./account-page.tsx')),
    }),
  ],
  slots: {
    account: ({ email }) => (
      <Link className="quiet-link" to={ACCOUNT} aria-label={`Account of ${email}`}>
        {email}
      </Link>
    ),
  },
  checklist: { 'sign-in-reset': ACCOUNT },
};
