/** The worker thread, for tasks that would block other requests for too long. */
import type { MarkdownShape } from 'content-schema/too-complex';
import { serveTasks } from './core/workers/serve-tasks.ts';

const tasks = {
  comparePassword: () => import('./core/auth/password.ts').then((module) => module.comparePassword),
  hashPassword: () => import('./core/auth/password.ts').then((module) => module.hashPassword),
  renderMarkdown: async () => {
    const { tryToRender } = await import('content-schema/markdown');
    return ({ markdown, shape }: { readonly markdown: string; readonly shape: MarkdownShape }) =>
      tryToRender(markdown, shape);
  },
  /** Many texts at once, since each takes about as long as sending a message. */
  digests: async () => {
    const { digestOf } = await import('content-schema/markdown');
    return (texts: readonly string[]) => texts.map(digestOf);
  },
  drawCard: () => import('./features/drawing/card-task.ts').then((module) => module.drawCardTask),
  drawIcons: () => import('./features/drawing/icon-task.ts').then((module) => module.drawIconsTask),
  cleanSvg: () => import('./core/photos/clean-svg.ts').then((module) => module.cleanSvgTask),
};

export type WorkerTasks = {
  [Name in keyof typeof tasks]: Awaited<ReturnType<(typeof tasks)[Name]>>;
};

serveTasks(tasks);
