import { NavLink } from 'react-router-dom';
import { lazyPage } from '../../../routing/lazy-page.tsx';
import { defineAdminPage } from '../../core/define-admin-page.ts';
import type { AdminFeature } from '../../core/feature.tsx';
import { PROPOSALS, useProposals } from './proposals.ts';
import { ProposeRejected, SavingTo } from './saving-to.tsx';

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

export const proposals: AdminFeature = {
  pages: [
    defineAdminPage({
      path: PROPOSALS,
      title: 'Proposals',
      words: 'pull requests branches review publish',
      header: ProposalsLink,
      Page: lazyPage(() => import('./proposals-page.tsx')),
    }),
    defineAdminPage({
      path: `${PROPOSALS}/:id`,
      Page: lazyPage(() => import('./proposal-page.tsx')),
    }),
  ],
  slots: { header: SavingTo, rejection: ProposeRejected },
};
