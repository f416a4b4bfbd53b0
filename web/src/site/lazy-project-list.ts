import { lazyPage } from '../routing/lazy-page.tsx';
import type { ProjectListProps } from './project-list.tsx';

export const ProjectList = lazyPage<ProjectListProps>(() => import('./project-list.tsx'));
