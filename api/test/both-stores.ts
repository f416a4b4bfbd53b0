import {
  badGateway,
  badGatewayAfter,
  lostResponse,
  networkFailure,
  serverError,
  type Fault,
  type RequestKind,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { StoreUnavailable } from '../src/git-store/errors.ts';
import type { CommitSha, GitStore } from '../src/git-store/git-store.ts';
import { git } from './git.ts';
import type { AppOptions, RunningApp } from './run-app.ts';
import { githubTestServers } from './start-github-test-server.ts';
import { startTestServer } from './start-test-server.ts';
import { testFolder } from './test-folder.ts';

export type TestFiles = Readonly<Record<string, string | Uint8Array | null>>;
export type Files = ReadonlyMap<string, Uint8Array>;
/** The new bytes of files; null deletes one. */
export type Changes = ReadonlyMap<string, Uint8Array | null>;

interface Push {
  readonly message?: string;
  /** `main` by default. */
  readonly branch?: string;
  /** The commit that a new branch begins from; by default the head of `main`. */
  readonly from?: string;
}

/** What happens to the next write: others push right before it, it fails, or its response is lost. */
export type Trouble = 'race' | 'failure' | 'lost response';

/** What the stores do in their own ways. */
interface Store {
  readonly app: RunningApp;
  /** Starts another instance of the application. */
  restart(): Promise<RunningApp>;
  /** The newest commit of a branch, or of `main`. */
  head(branch?: string): Promise<string>;
  files(commit: string): Promise<Files>;
  parents(commit: string): Promise<readonly string[]>;
  commit(changes: Changes, push: Required<Push>): Promise<string>;
  /** Opens a proposal on a branch, and returns its id. */
  open(branch: string): string;
  /** The branch of an open proposal. */
  branchOf(proposal: string): string;
  /** Rejects if git finds the repository damaged. */
  check(): Promise<void>;
  /** Gives the next write trouble, unless the returned function is called before. */
  disturb(trouble: Trouble, race: () => Promise<void>): () => void;
}

const bytesOf = (files: TestFiles) =>
  new Map(Object.entries(files).map(([path, it]) => [path, it === null ? null : Buffer.from(it)]));

/** A running app, with its repository as a developer sees it. */
export type TestSite = Awaited<ReturnType<typeof createSite>>;

const createSite = ({ app, ...store }: Store) => {
  const push = async (changes: Changes, to: Push = {}): Promise<string> => {
    const { message = 'A push\n', branch = 'main', from = await store.head() } = to;
    return store.commit(changes, { message, branch, from });
  };
  return {
    ...{ ...app, ...store, pushBytes: push },
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
      app.content.proposals.forget();
      return { id: store.open(branch), head };
    },
  };
};

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
  const headOf = (branch: string) =>
    branch === 'main' ? outsider.head() : outsider.resolve({ branch });
  return {
    ...{ app, restart },
    head: (branch = 'main') => headOf(branch),
    files: async (commit) => {
      const tree = await outsider.list(commit as CommitSha);
      const bytes = await outsider.read([...tree.values()].map(({ sha }) => sha));
      return new Map([...tree].map(([path, { sha }]) => [path, bytes.get(sha) as Uint8Array]));
    },
    parents: (commit) => {
      const text = git(repository, 'show', '-s', '--format=%P', commit);
      return Promise.resolve(text.trim().split(' ').filter(Boolean));
    },
    commit: async (changes, { branch, from, message }) => {
      const expectedHead = await headOf(branch).catch(() => from as CommitSha);
      const request = { expectedHead, changes, branch, message, operationId: 'none' };
      return (await outsider.commit(request)).head;
    },
    open: (branch) => branch,
    branchOf: (proposal) => proposal,
    check: () => Promise.resolve(void git(repository, 'fsck', '--strict')),
    disturb: (trouble, race) => {
      next = { trouble, race };
      return () => (next = undefined);
    },
  };
};

/** The requests that move a branch. */
const WRITES: readonly RequestKind[] = ['graphql/mutation', 'git/update-ref', 'git/create-ref'];

const FAULTS: Readonly<Record<Exclude<Trouble, 'race'>, readonly Fault[]>> = {
  failure: [networkFailure(), badGateway(), serverError()],
  'lost response': [lostResponse(), badGatewayAfter()],
};

type StartAtGitHub = ReturnType<typeof githubTestServers>;

const startAtGitHub = async (
  start: StartAtGitHub,
  files: Files,
  options: AppOptions,
): Promise<Store> => {
  const { github, repository, restart, ...app } = await start({ files, ...options });
  let count = 0;
  const faultOf = (trouble: Trouble, race: () => Promise<void>): Fault => {
    if (trouble !== 'race') return FAULTS[trouble][(count += 1) % FAULTS[trouble].length]!;
    const happen: Fault['happen'] = (_, proceed) => race().then(proceed);
    return { name: trouble, happen };
  };
  return {
    ...{ app, restart },
    head: (branch) => Promise.resolve(repository.head(branch)),
    files: (commit) => Promise.resolve(repository.files(commit)),
    parents: (commit) => Promise.resolve(repository.objects.commit(commit).parents),
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
    check: async () => {
      const folder = await testFolder();
      await repository.writeToDisk(folder);
      git(folder, 'fsck', '--strict', '--no-dangling');
    },
    branchOf: (proposal) => repository.pullRequests[Number(proposal) - 1]?.branch ?? '',
    disturb: (trouble, race) => {
      github.faults.next(faultOf(trouble, race), { on: WRITES });
      return github.faults.clear;
    },
  };
};

const starting =
  (start: (files: Files, options: AppOptions) => Promise<Store>) =>
  async (files: TestFiles | Files, options: AppOptions = {}): Promise<TestSite> => {
    const bytes = files instanceof Map ? (files as Files) : (bytesOf(files as TestFiles) as Files);
    return createSite(await start(bytes, { contentMaxAgeSeconds: 0, ...options }));
  };

/** The two stores, for `test.each`. To be called once by each file of tests. */
export const bothStores = () => {
  const start = githubTestServers(setupServer());
  return [
    { store: 'the local store', start: starting(startLocal) },
    {
      store: 'GitHub',
      start: starting((files, options) => startAtGitHub(start, files, options)),
    },
  ];
};
