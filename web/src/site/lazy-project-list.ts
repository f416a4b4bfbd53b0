import { lazyPage } from '../routing/lazy-page.tsx';

export const ProjectList = lazyPage(() => import('./project-list.tsx'));
