import { readDefaultContent } from 'fixtures/default-content';
import { join } from 'node:path';
import type { GitStore } from '../src/core/git-store/git-store.ts';
import { createLocalRepository } from '../src/core/git-store/local/repository.ts';
import { createLocalGitStore } from '../src/core/git-store/local/local-git-store.ts';
import { ADMIN_EMAIL, type AppOptions, type RunningApp } from './run-app.ts';
import { serveTestApp } from './serve-test-app.ts';
import { testFolder } from './test-folder.ts';

export interface TestServer extends RunningApp {
  /** The bare repository of the local store. */
  readonly repository: string;
  /** An independent store on the same repository. */
  readonly outsider: GitStore;
  /** Starts the application again with empty caches, like another process. */
  restart(): Promise<RunningApp>;
}

interface Options extends AppOptions {
  /** Replaces or wraps the local store. */
  readonly store?: (local: GitStore) => GitStore;
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

/** Starts the real application on a real local repository; it ends with the test. */
export const startTestServer = async (options: Options = {}): Promise<TestServer> => {
  const repository = join(await testFolder(), 'content.git');
  const files = options.files ?? (await readDefaultContent());
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const local = { dir: repository, branch: 'main', author };
  await createLocalRepository({ ...local, files, message: 'Begin\n' });
  const restart = () =>
    serveTestApp((options.store ?? ((store) => store))(createLocalGitStore(local)), options);
  return { ...(await restart()), repository, outsider: createLocalGitStore(local), restart };
};
