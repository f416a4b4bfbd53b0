import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GitStore } from '../src/git-store/git-store.ts';
import { runApp, type AppOptions, type RunningApp } from './run-app.ts';

/** A folder that is removed with the test. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'api-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts the real application over HTTP, on a store; it ends with the test. */
export const serveTestApp = async (store: GitStore, options?: AppOptions): Promise<RunningApp> => {
  const app = await runApp(store, options);
  onTestFinished(app.close);
  return app;
};
