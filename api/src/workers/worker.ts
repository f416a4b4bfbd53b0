/** The worker thread: everything that takes longer than a request may hold up others. */
import { serveTasks } from './serve-tasks.ts';

const tasks = {
  comparePassword: () => import('../auth/password.ts').then((module) => module.comparePassword),
  renderMarkdown: () => import('../markdown/render-task.ts').then((module) => module.renderTask),
  digests: () => import('../markdown/render-task.ts').then((module) => module.digestsTask),
  drawCard: () => import('../drawing/card-task.ts').then((module) => module.drawCardTask),
  drawIcons: () => import('../drawing/icon-task.ts').then((module) => module.drawIconsTask),
  cleanSvg: () => import('../photos/clean-svg-task.ts').then((module) => module.cleanSvgTask),
};

/** What the worker does, by name. */
export type WorkerTasks = {
  [Name in keyof typeof tasks]: Awaited<ReturnType<(typeof tasks)[Name]>>;
};

serveTasks(tasks);
