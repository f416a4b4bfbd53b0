/** The worker thread, for tasks that would block other requests for too long. */
import { serveTasks } from './workers/serve-tasks.ts';

const tasks = {
  comparePassword: () => import('./auth/password.ts').then((module) => module.comparePassword),
  hashPassword: () => import('./auth/password.ts').then((module) => module.hashPassword),
  renderMarkdown: () => import('./markdown/render-task.ts').then((module) => module.renderTask),
  digests: () => import('./markdown/render-task.ts').then((module) => module.digestsTask),
  drawCard: () => import('./drawing/card-task.ts').then((module) => module.drawCardTask),
  drawIcons: () => import('./drawing/icon-task.ts').then((module) => module.drawIconsTask),
  cleanSvg: () => import('./photos/clean-svg.ts').then((module) => module.cleanSvgTask),
};

/** The tasks of the worker, by name. */
export type WorkerTasks = {
  [Name in keyof typeof tasks]: Awaited<ReturnType<(typeof tasks)[Name]>>;
};

serveTasks(tasks);
