import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import type { GitStore } from '../src/git-store/git-store.ts';
import { createTestWorkers, runApp, type AppOptions, type RunningApp } from './run-app.ts';

// Threads take a second to start, so all applications of a test file share them.
const workers = createTestWorkers();
afterAll(() => workers.close());

/** A folder that is removed with the test. */
export const testFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'api-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts the real application over HTTP, on a store; it ends with the test. */
export const serveTestApp = async (store: GitStore, options?: AppOptions): Promise<RunningApp> => {
  const app = await runApp(store, { workers, ...options });
  onTestFinished(app.close);
  return app;
};
