import { onTestFinished } from 'vitest';
import type { GitStore } from '../src/core/git-store/git-store.ts';
import { runApp, type AppOptions, type RunningApp } from './run-app.ts';

/** Starts the real application over HTTP, on a store; it ends with the test. */
export const serveTestApp = async (store: GitStore, options?: AppOptions): Promise<RunningApp> => {
  const app = await runApp(store, options);
  onTestFinished(app.close);
  return app;
};
