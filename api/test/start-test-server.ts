import { readDefaultContent } from 'fixtures/default-content';
import { join } from 'node:path';
import type { CommitSha, GitStore } from '../src/core/git-store/git-store.ts';
import { createLocalRepository } from '../src/core/git-store/local/repository.ts';
import { createLocalGitStore } from '../src/core/git-store/local/local-git-store.ts';
import { bytesOf, filesOf, type Files, type TestFiles } from './files.ts';
import { git } from './git.ts';
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
  /** Returns the text of a file, as of the newest commit unless another one is named. */
  show(path: string, commit?: string): string;
  /** Returns the paths of all files. */
  paths(): string[];
  /** Commits files by the independent store, and lets the application see it. */
  push(files: TestFiles, message?: string): Promise<CommitSha>;
}

interface Options extends AppOptions {
  /** Replaces or wraps the local store. */
  readonly store?: (local: GitStore) => GitStore;
  readonly files?: Files | TestFiles;
}

/** Starts the real application on a real local repository; it ends with the test. */
export const startTestServer = async (options: Options = {}): Promise<TestServer> => {
  const repository = join(await testFolder(), 'content.git');
  const files = filesOf(options.files ?? (await readDefaultContent()));
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const local = { dir: repository, branch: 'main', author };
  await createLocalRepository({ ...local, files, message: 'Begin\n' });
  const restart = () =>
    serveTestApp((options.store ?? ((store) => store))(createLocalGitStore(local)), options);
  const app = await restart();
  const outsider = createLocalGitStore(local);
  return {
    ...app,
    repository,
    outsider,
    restart,
    show: (path, commit = 'main') => git(repository, 'show', `${commit}:${path}`),
    paths: () => git(repository, 'ls-tree', '-rz', '--name-only', 'main').split('\0').slice(0, -1),
    push: async (pushed, message = 'A push\n') => {
      const expectedHead = await outsider.head();
      const commit = { expectedHead, message, operationId: 'none', changes: bytesOf(pushed) };
      const { head } = await outsider.commit(commit);
      await app.content.reader.refresh();
      return head;
    },
  };
};

/** Starts the application like `startTestServer`, and signs in. */
export const startAsAdmin = async (options: Options = {}) => {
  const server = await startTestServer(options);
  return { ...server, admin: await server.signIn() };
};
