import { Link } from 'react-router-dom';
import { lazyPage } from '../../../routing/lazy-page.tsx';
import { defineAdminPage } from '../../core/define-admin-page.ts';
import type { AdminFeature } from '../../core/feature.tsx';
import { STYLE } from '../../core/paths.ts';

export const style: AdminFeature = {
  pages: [
    defineAdminPage({
      path: STYLE,
      title: 'Style',
      words: 'css fonts design look theme colours',
      Page: lazyPage(() => import('./style-page.tsx')),
    }),
  ],
  slots: {
    look: () => (
      <p className="hint">
        Everything else about the look is <Link to={STYLE}>CSS of your own</Link>.
      </p>
    ),
  },
};
