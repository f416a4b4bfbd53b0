import { lazyPage } from '../../../routing/lazy-page.tsx';
import type { AdminFeature } from '../../core/feature.tsx';

export const importPosts: AdminFeature = {
  slots: { postList: lazyPage(() => import('./import-posts.tsx')) },
};
