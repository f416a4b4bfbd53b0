import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  pushFiles,
  replaceContent,
  type Changes,
  type ContentFiles,
} from './content-repository.ts';
import { git } from './git.ts';
import { waitForLayout } from './layout.ts';

/** The built product on a free port, with the content of the test in a repository. */
export interface Site {
  readonly url: string;
  /** The path of the bare repository. */
  readonly repository: string;
  /** Runs `git` in the repository and returns its output. */
  git(...args: string[]): string;
  /** The shas of all commits, newest first. */
  commits(): string[];
  /** The subjects of all commits, newest first. */
  subjects(): string[];
  /** The subject of the newest commit. */
  subject(): string;
  /** The files that the newest commit changed, each with its status and a tab before it. */
  changedFiles(): string[];
  /** A file of the newest commit. */
  file(path: string): string;
  /** Commits files, as a push by a developer does, until the server serves them; `null` deletes one. */
  push(changes: Changes): Promise<void>;
}

export const ADMIN_EMAIL = 'ada@example.com';
export const ADMIN_PASSWORD = 'correct horse battery staple';
/** The password's hash at the lowest cost, since it protects nothing. */
export const PASSWORD_HASH = '$2b$04$s8Lcnx1Zzhp43cHa1cNvfe3BhSGWiXzrCBRWxIGPFaApgBizDBoXu';

/** Of a server whose address is known before it starts: passkeys work at `PUBLIC_URL` only. */
const PORT = String(20_000 + (process.pid % 20_000));
export const KNOWN_ADDRESS = { PORT, PUBLIC_URL: `http://localhost:${PORT}` };

type Environment = Readonly<Record<string, string>>;

interface Options {
  /** The files of the content repository; undefined for the default content. */
  content: ContentFiles | undefined;
  /** Further environment variables, for which the test gets a server of its own. */
  environment: Environment;
  /** Console messages of failures that the test causes itself. */
  expectedFault: RegExp | undefined;
}

interface Fixtures {
  site: Site;
}

/** A running server, whose content can be replaced. */
interface Server {
  readonly site: Site;
  /** Replaces the branch by one commit of the files; undefined for the default content. */
  reset(content: ContentFiles | undefined): Promise<void>;
  stop(): Promise<void>;
}

interface WorkerFixtures {
  /** Returns the server that the tests of a worker share, since a start takes a second. */
  sharedServer: () => Promise<Server>;
}

const MAIN = join(import.meta.dirname, '..', '..', '..', 'api', 'dist', 'main.js');

const launch = (folder: string, environment: Environment) =>
  spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: folder,
      ADMIN_EMAIL,
      ADMIN_PASSWORD_HASH: PASSWORD_HASH,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const addressOf = async (child: ReturnType<typeof launch>): Promise<string> => {
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk);
    const url = /The site is at (\S+)/.exec(output)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`The site ended before it listened: ${output}`);
};

/** Waits until the server serves the commit of the branch, which it watches. */
const expectServed = async ({ url, commits }: Site): Promise<void> => {
  const [commit] = commits();
  const served = async () => {
    const response = await fetch(`${url}/healthz`);
    return ((await response.json()) as { revision?: string }).revision;
  };
  await expect.poll(served, { intervals: [20], timeout: 60_000 }).toBe(commit);
};

const startServer = async (environment: Environment = {}): Promise<Server> => {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  const repository = join(folder, 'content.git');
  const child = launch(folder, environment);
  const ended = once(child, 'exit');
  const url = await addressOf(child);
  child.stdout.resume();
  const lines = (...args: string[]) =>
    git(repository, ...args, 'main')
      .trim()
      .split('\n');
  const subjects = () => lines('log', '--format=%s');
  const site: Site = {
    url,
    repository,
    git: (...args) => git(repository, ...args),
    commits: () => lines('rev-list'),
    subjects,
    subject: () => subjects()[0] ?? '',
    changedFiles: () => lines('show', '--name-status', '--format=').sort(),
    file: (path) => git(repository, 'show', `main:${path}`),
    push: (changes) => {
      pushFiles(repository, changes);
      return expectServed(site);
    },
  };
  const commits = new Map<ContentFiles | undefined, string>();
  return {
    site,
    reset: async (content) => {
      if (commits.size === 0) commits.set(undefined, site.commits().at(-1) ?? '');
      const cached = commits.get(content);
      if (cached !== undefined) site.git('update-ref', 'refs/heads/main', cached);
      else if (content) replaceContent(repository, content);
      commits.set(content, site.commits()[0] ?? '');
      await expectServed(site);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Versions of the site are shown in frames without scripts. */
const BLOCKED = /^Blocked script execution in '(?:about:blank|[^']*\/past\/[^']*)'/;

/** The browser logs each failed request; the tests themselves check those. */
const isFault = (message: ConsoleMessage): boolean =>
  ['error', 'warning'].includes(message.type()) &&
  !message.text().startsWith('Failed to load') &&
  !BLOCKED.test(message.text());

/** What the tests need to know of React's internals. */
interface Fiber {
  readonly tag: number;
  readonly memoizedState: { readonly isDehydrated?: boolean };
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/**
 * Runs in a page: whether the app handles events and has loaded its page, or the document is one
 * without the app.
 */
export const isReady = (): boolean => {
  const root = document.getElementById('root');
  if (!root) return true;
  const container = Object.entries(root).find(([key]) =>
    key.startsWith('__reactContainer'),
  )?.[1] as { stateNode: { current: Fiber } } | undefined;
  // A part of the page handles events once its code, which may load after the rest, has hydrated it.
  const isHydrated = ({ tag, child, sibling }: Fiber): boolean =>
    tag !== DEHYDRATED && [child, sibling].every((next) => next === null || isHydrated(next));
  const DEHYDRATED = 18;
  const current = container?.stateNode.current;
  return (
    current?.memoizedState.isDehydrated === false &&
    isHydrated(current) &&
    !/Loading[^.]*…|Verifying your session|Checking session/.test(root.innerText)
  );
};

/**
 * Waits for the app, which is ready after the page's load event; Playwright itself looks for what is
 * missing half a second later. Gives up where the app's code can't load.
 */
const waitForApp = async (page: Page): Promise<void> => {
  const options = { timeout: 5000, intervals: [20, 50] };
  await expect
    .poll(() => page.evaluate(isReady), options)
    .toBe(true)
    .catch(() => undefined);
};

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  content: [undefined, { option: true }],
  environment: [{}, { option: true }],
  expectedFault: [undefined, { option: true }],

  sharedServer: [
    async ({}, provide) => {
      let server: Promise<Server> | undefined;
      await provide(() => (server ??= startServer()));
      await (await server)?.stop();
    },
    { scope: 'worker' },
  ],

  site: async ({ content, environment, sharedServer }, provide) => {
    const isOwn = Object.keys(environment).length > 0;
    const server = await (isOwn ? startServer(environment) : sharedServer());
    // A repository at GitHub has its content already.
    if (environment['CONTENT_REPOSITORY'] === undefined) await server.reset(content);
    await provide(server.site);
    if (isOwn) await server.stop();
  },

  // Fails the test on every uncaught error, hydration mismatch and violation of the content
  // security policy.
  page: async ({ page, expectedFault, javaScriptEnabled }, provide) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (isFault(message)) faults.push(message.text());
    });
    const { goto, reload } = page;
    const settle = async (response: ReturnType<Page['reload']>, waitUntil?: string) => {
      await response;
      if (javaScriptEnabled && waitUntil === undefined) await waitForApp(page);
      return response;
    };
    page.goto = (url, options) => settle(goto.call(page, url, options), options?.waitUntil);
    page.reload = (options) => settle(reload.call(page, options), options?.waitUntil);
    const setViewportSize = page.setViewportSize.bind(page);
    page.setViewportSize = async (size) => {
      await setViewportSize(size);
      if (javaScriptEnabled) await waitForLayout(page);
    };
    await provide(page);
    const unexpected = faults.filter((fault) => expectedFault?.test(fault) !== true);
    expect(unexpected, 'faults on the console').toEqual([]);
  },

  baseURL: async ({ site }, provide) => {
    await provide(site.url);
  },
});

export { expect } from '@playwright/test';
