import {
  badGateway,
  badGatewayAfter,
  createGitHub,
  lostResponse,
  networkFailure,
  notFoundYet,
  primaryLimit,
  resourceLimits,
  secondaryLimit,
  serverError,
  somethingWentWrong,
  staleData,
  staleHead,
  startGitHubServer,
  truncatedTree,
  type Fault,
  type Repository as GitHubRepository,
  type RequestKind,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../src/core/git-store/errors.ts';
import type { CommitSha, GitStore } from '../src/core/git-store/git-store.ts';
import { createLocalGitStore } from '../src/core/git-store/local/local-git-store.ts';
import { createLocalRepository } from '../src/core/git-store/local/repository.ts';
import { MARKER } from '../src/open-store.ts';
import { fastImport } from '../src/core/git-store/local/test/git.ts';
import { bytesOf, filesOf, type Changes, type Files, type TestFiles } from './files.ts';
import { git } from './git.ts';
import {
  ADMIN_EMAIL,
  ADMIN_PASSWORD,
  SECRETS,
  hashedPassword,
  type AppOptions,
  type RunningApp,
} from './run-app.ts';
import { startOwnSite } from './own-site.ts';
import { githubTestServers, type GitHubTestServer } from './start-github-test-server.ts';
import { startTestServer } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';
import { testFolder } from './test-folder.ts';

interface Push {
  readonly message?: string;
  /** `main` by default. */
  readonly branch?: string;
  /** The commit that a new branch begins from; by default the head of `main`. */
  readonly from?: string;
}

/**
 * What happens to the next write: others push right before it, it fails, its response is lost, or
 * what is read for it is late, incomplete or fails.
 */
export type Trouble = 'race' | 'failure' | 'lost response' | 'bad reads';

interface SiteOptions extends AppOptions {
  /** Whether GitHub gets each commit in several requests. */
  readonly inSteps?: boolean;
}

/** A repository as a developer sees it. */
interface Repository {
  /** The newest commit of a branch, or of `main`. */
  head(branch?: string): Promise<string>;
  files(commit: string): Promise<Files>;
  parents(commit: string): Promise<readonly string[]>;
  /** The subjects of a branch's commits, newest first. */
  subjects(branch?: string): readonly string[];
  /** The names of the other branches. */
  branches(): readonly string[];
  commit(changes: Changes, push: Required<Push>): Promise<string>;
  /** Opens a proposal on a branch, and returns its id. */
  open(branch: string): string;
  /** The branch of an open proposal. */
  branchOf(proposal: string): string;
  /** Commits a symbolic link onto `main`. */
  link(path: string, target: string): Promise<void>;
  /** The target of a link on `main`. */
  linkAt(path: string): Promise<string>;
  /** Returns a bare repository with all commits so far. */
  folder(): Promise<string>;
}

/** What the stores do in their own ways. */
interface Store extends Repository {
  readonly app: RunningApp;
  readonly atGitHub?: Pick<GitHubTestServer, 'github' | 'repository'>;
  /** Starts another instance of the application. */
  restart(): Promise<RunningApp>;
  /** Moves the content to the other store, by a call of the administrator. */
  relocate?(admin: TestClient): Promise<Response>;
  /** Gives the next write trouble, unless the returned function is called before. */
  disturb(trouble: Trouble, race: () => Promise<void>): () => void;
}

/** A running app, with its repository as a developer sees it. */
export type TestSite = Awaited<ReturnType<typeof createSite>>;

const createSite = ({ app, ...store }: Store) => {
  const push = async (changes: Changes, to: Push = {}): Promise<string> => {
    const { message = 'A push\n', branch = 'main', from = await store.head() } = to;
    return store.commit(changes, { message, branch, from });
  };
  return {
    ...{ ...app, ...store, pushBytes: push },
    /** Rejects if git finds the repository damaged. */
    check: async () => void git(await store.folder(), 'fsck', '--strict', '--no-dangling'),
    /** The texts of all files of the content branch, or of a commit, by their paths. */
    texts: async (commit?: string): Promise<Record<string, string>> => {
      const files = await store.files(commit ?? (await store.head()));
      return Object.fromEntries([...files].map(([path, bytes]) => [path, String(bytes)]));
    },
    /** Commits onto the content branch. */
    push: async (files: TestFiles, message?: string): Promise<string> => {
      const head = await push(bytesOf(files), message === undefined ? {} : { message });
      await app.content.reader.refresh();
      return head;
    },
    /** Commits onto a new branch, one commit after the other, and opens a proposal. */
    propose: async (...commits: TestFiles[]): Promise<{ id: string; head: string }> => {
      const branch = `idea-${Object.keys(commits[0] ?? {})
        .join('-')
        .replaceAll('/', '-')}`;
      let head = '';
      for (const files of commits) head = await push(bytesOf(files), { branch });
      app.content.branches.forget();
      return { id: store.open(branch), head };
    },
  };
};

const repositoryOnDisk = (repository: string, outsider: GitStore): Repository => {
  const headOf = (branch: string) =>
    branch === 'main' ? outsider.head() : outsider.resolve({ branch });
  const lines = (...args: string[]) =>
    git(repository, ...args)
      .split('\n')
      .filter(Boolean);
  return {
    head: (branch = 'main') => headOf(branch),
    files: async (commit) => {
      const tree = await outsider.list(commit as CommitSha);
      const bytes = await outsider.read([...tree.values()].map(({ sha }) => sha));
      return new Map([...tree].map(([path, { sha }]) => [path, bytes.get(sha) as Uint8Array]));
    },
    parents: async (commit) => {
      // A process of git takes ten times as long.
      const file = join(repository, 'objects', commit.slice(0, 2), commit.slice(2));
      const loose = await readFile(file).then(inflateSync, () => undefined);
      const text = String(loose ?? git(repository, 'cat-file', 'commit', commit));
      const [headers = ''] = text.split('\n\n', 1);
      return [...headers.matchAll(/^parent (.*)$/gm)].map(([, sha = '']) => sha);
    },
    subjects: (branch = 'main') => lines('log', '--format=%s', branch),
    branches: () =>
      lines('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads').filter(
        (name) => name !== 'main',
      ),
    commit: async (changes, { branch, from, message }) => {
      const expectedHead = await headOf(branch).catch(() => from as CommitSha);
      const request = { expectedHead, changes, branch, message, operationId: 'none' };
      return (await outsider.commit(request)).head;
    },
    open: (branch) => branch,
    branchOf: (proposal) => proposal,
    link: (path, target) => {
      const link = { content: Buffer.from(target), mode: '120000' } as const;
      return fastImport(repository, 'main', 'refs/heads/main^0', new Map([[path, link]]), 'Link\n');
    },
    linkAt: (path) => Promise.resolve(git(repository, 'cat-file', 'blob', `main:${path}`)),
    folder: () => Promise.resolve(repository),
  };
};

const repositoryAtGitHub = (repository: GitHubRepository): Repository => ({
  head: (branch) => Promise.resolve(repository.head(branch)),
  files: (commit) => Promise.resolve(repository.files(commit)),
  parents: (commit) => Promise.resolve(repository.objects.commit(commit).parents),
  subjects: (branch) =>
    repository.commits(branch).map(({ message }) => message.split('\n')[0] ?? ''),
  branches: () =>
    [...repository.refs.keys()].flatMap((ref) =>
      ref.startsWith('refs/heads/') && ref !== 'refs/heads/main' ? ref.slice(11) : [],
    ),
  commit: (changes, { branch, from, message }) => {
    const parents = [repository.refs.get(`refs/heads/${branch}`) ?? from];
    const push = { changes, branch, message, parents, date: new Date() };
    return Promise.resolve(repository.push(push));
  },
  open: (branch) => {
    const head = repository.head(branch);
    const pull = repository.openBranch({ title: branch }, { branch, head, isFork: false });
    return String(pull.number);
  },
  folder: async () => {
    const folder = await testFolder();
    await repository.writeToDisk(folder);
    return folder;
  },
  link: (path, target) => {
    repository.push({ changes: { [path]: { content: target, mode: '120000' } } });
    return Promise.resolve();
  },
  linkAt: (path) => Promise.resolve(String(repository.files().get(path))),
  branchOf: (proposal) => repository.pullRequests[Number(proposal) - 1]?.branch ?? '',
});

const startLocal = async (files: Files, options: AppOptions): Promise<Store> => {
  let next: { trouble: Trouble; race: () => Promise<void> } | undefined;
  const disturbed = (local: GitStore): GitStore => ({
    ...local,
    commit: async (request) => {
      const { trouble, race } = next ?? {};
      next = undefined;
      if (trouble === 'race') await race?.();
      if (trouble === 'failure') throw new StoreUnavailable('The disk has failed');
      const result = await local.commit(request);
      if (trouble === 'lost response') throw new StoreUnavailable('The disk has failed later');
      return result;
    },
  });
  const app = await startTestServer({ files, store: disturbed, ...options });
  const { outsider, repository, restart } = app;
  return {
    ...{ app, restart, ...repositoryOnDisk(repository, outsider) },
    disturb: (trouble, race) => {
      next = { trouble, race };
      return () => (next = undefined);
    },
  };
};

/** The requests that move a branch. */
const WRITES: readonly RequestKind[] = ['graphql/mutation', 'git/update-ref', 'git/create-ref'];

/** The requests that read the branch and its files. */
const READS: readonly RequestKind[] = ['graphql/query', 'repos/get-commit', 'git/get-tree'];

const faultsAt = (repository: GitHubRepository) => ({
  failure: [
    ...[networkFailure(), badGateway(), serverError(), somethingWentWrong(), staleData()],
    ...[secondaryLimit(), primaryLimit()],
  ],
  'lost response': [lostResponse(), badGatewayAfter()],
  'bad reads': [
    ...[staleHead(repository), notFoundYet(), truncatedTree({ entries: 3 })],
    ...[resourceLimits({ lookups: 2 }), networkFailure(), badGateway(), somethingWentWrong()],
  ],
});

type StartAtGitHub = ReturnType<typeof githubTestServers>;

const startAtGitHub = async (
  start: StartAtGitHub,
  files: Files,
  { inSteps = false, ...options }: SiteOptions,
): Promise<Store> => {
  const store = inSteps ? { mutationMaxBytes: 0 } : {};
  const { github, repository, restart, ...app } = await start({ files, store, ...options });
  let count = 0;
  const faultOf = (trouble: Trouble, race: () => Promise<void>): Fault => {
    if (trouble === 'race') return { name: trouble, happen: (_, proceed) => race().then(proceed) };
    const faults = faultsAt(repository)[trouble];
    return faults[(count += 1) % faults.length]!;
  };
  return {
    app,
    atGitHub: { github, repository },
    restart,
    ...repositoryAtGitHub(repository),
    disturb: (trouble, race) => {
      const on = trouble === 'bad reads' ? READS : WRITES;
      const times = trouble === 'race' ? 1 : 1 + (count % 3);
      github.faults.next(faultOf(trouble, race), { on, times });
      return github.faults.clear;
    },
  };
};

/**
 * Starts a site on the disk, as the product does itself, that calls connect to GitHub and
 * disconnect again. It has one instance, and no trouble.
 */
const startMoving = async (files: Files, options: AppOptions): Promise<Store> => {
  const dataDir = await testFolder();
  const author = { name: 'ada', email: ADMIN_EMAIL };
  const local = { dir: join(dataDir, 'content.git'), branch: 'main', author };
  await createLocalRepository({ ...local, files, message: 'Begin\n' });
  await writeFile(join(dataDir, MARKER), '');
  const github = createGitHub({ baseUrl: 'https://github.example.com/api/v3' });
  const remote = repositoryAtGitHub(github.createRepository('ada/site'));
  const server = await startGitHubServer(github, { port: 0 });
  const environment = {
    ...{ DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' },
    ...{ ADMIN_EMAIL, ADMIN_PASSWORD_HASH: await hashedPassword, SESSION_SECRET: SECRETS[0] },
  };
  onTestFinished(async () => {
    await server.close();
    expect(github.requests.unknown).toEqual([]);
  });
  const { idleMinutes = 30, maxHours = 12, contentMaxAgeSeconds = 30 } = options;
  const app = await startOwnSite(environment, options, {
    ...{ contentMaxAgeSeconds, sessionIdleMinutes: idleMinutes, sessionMaxHours: maxHours },
  });
  const isLocal = () => app.content.info.kind === 'local';
  const disk = repositoryOnDisk(local.dir, createLocalGitStore(local));
  const at = () => (isLocal() ? disk : remote);
  return {
    ...{ app, restart: () => Promise.resolve(app), disturb: () => () => undefined },
    head: (branch) => at().head(branch),
    files: (commit) => at().files(commit),
    parents: (commit) => at().parents(commit),
    subjects: (branch) => at().subjects(branch),
    branches: () => at().branches(),
    commit: (changes, push) => at().commit(changes, push),
    open: (branch) => at().open(branch),
    branchOf: (proposal) => at().branchOf(proposal),
    link: (path, target) => at().link(path, target),
    linkAt: (path) => at().linkAt(path),
    folder: () => at().folder(),
    relocate: (admin) => {
      const [path, password] = ['/api/admin/connection', ADMIN_PASSWORD];
      const target = {
        repository: 'ada/site',
        token: github.token,
        site: new URL(server.url).origin,
      };
      return isLocal()
        ? admin.put(path, { kind: 'empty', password, ...target })
        : admin.delete(path, { password });
    },
  };
};

const starting =
  (start: (files: Files, options: SiteOptions) => Promise<Store>) =>
  async (files: TestFiles | Files, options: SiteOptions = {}): Promise<TestSite> => {
    return createSite(await start(filesOf(files), { contentMaxAgeSeconds: 0, ...options }));
  };

/** A site whose content moves between the stores. */
export const MOVING_SITE = {
  store: 'a store that is changed',
  start: starting(startMoving),
};

/**
 * The two stores, for `test.each`. To be called once by each file of tests, with the function that
 * starts its other servers at GitHub, if it has one.
 */
export const bothStores = (server: StartAtGitHub = githubTestServers(setupServer())) => {
  return [
    { store: 'the local store', start: starting(startLocal) },
    {
      store: 'GitHub',
      start: starting((files, options) => startAtGitHub(server, files, options)),
    },
  ].map(({ store, start }) => {
    const open = async (...options: Parameters<typeof start>) => {
      const site = await start(...options);
      return { site, admin: await site.signIn(), visitor: site.visitor };
    };
    return { store, start, open };
  });
};
