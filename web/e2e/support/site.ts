import { test as base } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContentRepository } from './content-repository.ts';
import { git } from './git.ts';

/** The built product on a free port, with a content repository of its own. */
export interface Site {
  readonly url: string;
  /** The bare repository. */
  readonly repository: string;
  /** What `git` says about the repository. */
  git(...args: string[]): string;
  /** The ids of all commits, newest first. */
  commits(): string[];
}

export const ADMIN_EMAIL = 'ada@example.com';
export const ADMIN_PASSWORD = 'correct horse battery staple';
/** Of that password, at the lowest cost: it guards nothing. */
const PASSWORD_HASH = '$2b$04$s8Lcnx1Zzhp43cHa1cNvfe3BhSGWiXzrCBRWxIGPFaApgBizDBoXu';

interface Options {
  /** Files of the content repository; none means the default content. */
  content: Readonly<Record<string, string>> | undefined;
}

interface Fixtures {
  site: Site;
}

const MAIN = join(import.meta.dirname, '..', '..', '..', 'api', 'dist', 'main.js');

const launch = (folder: string) =>
  spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: folder,
      ADMIN_EMAIL,
      ADMIN_PASSWORD_HASH: PASSWORD_HASH,
      LOG_LEVEL: 'warn',
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

export const test = base.extend<Fixtures & Options>({
  content: [undefined, { option: true }],

  site: async ({ content }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'site-'));
    const repository = join(folder, 'content.git');
    if (content) await createContentRepository(repository, content);
    const child = launch(folder);
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

  baseURL: async ({ site }, provide) => {
    await provide(site.url);
  },
});

export { expect } from '@playwright/test';
