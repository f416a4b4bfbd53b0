import { join } from 'node:path';
import { createCacheRegistry } from '../src/core/cache.ts';
import { createContent, type Content } from '../src/core/content.ts';
import type { CommitSha, GitStore } from '../src/core/git-store/git-store.ts';
import { createHtmlRenderer } from '../src/core/markdown/html-renderer.ts';
import { createLocalRepository } from '../src/core/git-store/local/repository.ts';
import { createLocalGitStore } from '../src/core/git-store/local/local-git-store.ts';
import { createPhotoFacts } from '../src/core/photos/photo-facts.ts';
import { createSvgCleaner } from '../src/core/photos/clean-image.ts';
import { testWorkers } from './run-app.ts';
import { testFolder } from './test-folder.ts';

export interface TestContent {
  readonly content: Content;
  /** An independent store on the same repository. */
  readonly outsider: GitStore;
  /** The bare repository. */
  readonly repository: string;
  /** How often each method of the content's store was called. */
  readonly calls: Record<'head' | 'list' | 'read' | 'commit', number>;
}

interface Options {
  readonly files: Readonly<Record<string, string>>;
  readonly maxAgeSeconds?: number;
  readonly store?: (local: GitStore) => GitStore;
}

/** Opens content on a real repository with `files`; it is removed with the test. */
export const openTestContent = async (options: Options): Promise<TestContent> => {
  const repository = join(await testFolder(), 'content.git');
  const author = { name: 'ada', email: 'ada@example.com' };
  const local = { dir: repository, branch: 'main', author };
  const texts = Object.entries(options.files);
  const files = new Map(texts.map(([path, text]) => [path, Buffer.from(text)]));
  await createLocalRepository({ ...local, files, message: 'Begin\n' });
  const calls = { head: 0, list: 0, read: 0, commit: 0 };
  const own = (options.store ?? ((store) => store))(createLocalGitStore(local));
  const counted = <Args extends unknown[], Result>(
    name: keyof typeof calls,
    method: (...args: Args) => Result,
  ) => {
    return (...args: Args): Result => {
      calls[name] += 1;
      return method(...args);
    };
  };
  const store: GitStore = {
    ...own,
    head: counted('head', own.head),
    list: counted('list', own.list),
    read: counted('read', own.read),
    commit: counted('commit', own.commit),
  };
  const caches = createCacheRegistry();
  const content = createContent({
    store,
    html: createHtmlRenderer({ workers: testWorkers, slowWorkers: testWorkers, caches }),
    cleanSvg: createSvgCleaner(testWorkers),
    photoFacts: createPhotoFacts({ caches }),
    administrator: { email: 'ada@example.com' },
    caches,
    maxAgeSeconds: options.maxAgeSeconds ?? 3600,
    warn: () => undefined,
    onStale: () => undefined,
  });
  return { content, outsider: createLocalGitStore(local), repository, calls };
};

/** Pushes one file through an independent store, onto a new branch if one is named. */
export const pushFile = async (
  outsider: GitStore,
  path: string,
  content: string | Uint8Array | null,
  branch?: string,
): Promise<CommitSha> => {
  const { head } = await outsider.commit({
    expectedHead: await outsider.head(),
    ...(branch !== undefined && { branch }),
    message: 'An outside push\n',
    operationId: 'outside',
    changes: new Map([[path, typeof content === 'string' ? Buffer.from(content) : content]]),
  });
  return head;
};
