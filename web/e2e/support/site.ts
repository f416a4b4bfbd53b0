import { expect, test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContentRepository, type ContentFiles } from './content-repository.ts';
import { git } from './git.ts';

/** The built product on a free port, with its own content repository. */
export interface Site {
  readonly url: string;
  /** The path of the bare repository. */
  readonly repository: string;
  /** Runs `git` in the repository and returns its output. */
  git(...args: string[]): string;
  /** The shas of all commits, newest first. */
  commits(): string[];
}

export const ADMIN_EMAIL = 'ada@example.com';
export const ADMIN_PASSWORD = 'correct horse battery staple';
/** The password's hash at the lowest cost, since it protects nothing. */
const PASSWORD_HASH = '$2b$04$s8Lcnx1Zzhp43cHa1cNvfe3BhSGWiXzrCBRWxIGPFaApgBizDBoXu';

type Environment = Readonly<Record<string, string>>;

interface Options {
  /** The files of the content repository; undefined for the default content. */
  content: ContentFiles | undefined;
  /** Environment variables in addition to those of every test. */
  environment: Environment;
  /** Console messages of failures that the test causes itself. */
  expectedFault: RegExp | undefined;
}

interface Fixtures {
  site: Site;
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

/** The browser logs each failed request; the tests themselves check those. */
const isFault = (message: ConsoleMessage): boolean =>
  ['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load');

/**
 * Waits until the app handles events, which it does after the page's load event. Returns at once for
 * a document without the app, and gives up where the app's code can't load.
 */
const waitForApp = async (page: Page): Promise<void> => {
  const isReady = () => {
    const root = document.getElementById('root');
    const container = Object.entries(root ?? {}).find(([key]) =>
      key.startsWith('__reactContainer'),
    );
    const state = container?.[1] as
      { stateNode: { current: { memoizedState: { isDehydrated?: boolean } } } } | undefined;
    return !root || state?.stateNode.current.memoizedState.isDehydrated === false;
  };
  const options = { timeout: 5000, intervals: [20, 50] };
  await expect
    .poll(() => page.evaluate(isReady), options)
    .toBe(true)
    .catch(() => undefined);
};

export const test = base.extend<Fixtures & Options>({
  content: [undefined, { option: true }],
  environment: [{}, { option: true }],
  expectedFault: [undefined, { option: true }],

  site: async ({ content, environment }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'site-'));
    const repository = join(folder, 'content.git');
    if (content) await createContentRepository(repository, content);
    const child = launch(folder, environment);
    const ended = once(child, 'exit');
    const url = await addressOf(child);
    child.stdout.resume();
    await provide({
      url,
      repository,
      git: (...args) => git(repository, ...args),
      commits: () => git(repository, 'rev-list', 'main').trim().split('\n'),
    });
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  },

  // Fails the test on every uncaught error, hydration mismatch and violation of the content
  // security policy.
  page: async ({ page, expectedFault, javaScriptEnabled }, provide) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (isFault(message)) faults.push(message.text());
    });
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const response = await goto(url, options);
      if (javaScriptEnabled && options?.waitUntil === undefined) await waitForApp(page);
      return response;
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
