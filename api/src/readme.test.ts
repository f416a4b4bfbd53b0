import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CALLS } from '../test/calls.ts';
import { openTestContent } from '../test/open-test-content.ts';
import { testAppDeps } from '../test/run-app.ts';
import { createApp } from './app.ts';
import { DISK_LOGS } from './core/cache-folder.ts';
import { createCacheRegistry } from './core/cache.ts';
import { createGitHubGitStore } from './core/git-store/github/github-git-store.ts';
import { createLocalGitStore } from './core/git-store/local/local-git-store.ts';

const SRC = import.meta.dirname;

/** Returns the README of the API and those of its features. */
const readmes = async (): Promise<string[]> => {
  const paths = (await readdir(SRC, { recursive: true })).filter((path) =>
    path.endsWith('README.md'),
  );
  return Promise.all(['../README.md', ...paths].map((path) => readFile(join(SRC, path), 'utf8')));
};

test('the tables list exactly the calls of the application, by who may make them', async () => {
  const sections = (await readmes()).flatMap((text) => text.split(/\n(?=##+ )/));
  const listedFor = (who: string) => {
    const tables = sections.filter((section) => section.replace(/^#+ /, '').startsWith(who));
    const rows = tables.join('\n').matchAll(/^\| `([A-Z]+ [^`?]+)(\?[^`]*)?` /gm);
    return [...new Set([...rows].map(([, name]) => name))].sort();
  };
  const namesOf = (isAdmin: boolean) =>
    CALLS.filter(({ admin }) => admin === isAdmin).map(({ name }) => name);
  expect(listedFor('For everyone')).toEqual(namesOf(false).sort());
  // With a query, the administrator gets more from two calls for everyone.
  const more = ['GET /api/content', 'GET /api/posts/{id}'];
  expect(listedFor('For the administrator')).toEqual([...namesOf(true), ...more].sort());
});

test('the table of caches lists exactly those of both stores, with their limits', async () => {
  const [readme = ''] = await readmes();
  const [, table = ''] = readme.split('\n## Caches\n');
  const rows = [...table.matchAll(/^\| `([a-z-]+)` .*$/gm)];
  const documented = new Map(rows.map(([row, name = '']) => [name, row]));
  const author = { name: 'ada', email: 'ada@example.com' };
  const { outsider, repository: dir } = await openTestContent({ files: {} });
  const [atGitHub, local] = [createCacheRegistry(), createCacheRegistry()];
  const webhook = { secret: 'secret', branch: 'main' };
  createApp(await testAppDeps(outsider, { caches: local, webhook }));
  createLocalGitStore({ dir, branch: 'main', author, caches: local });
  createGitHubGitStore({
    ...{ owner: 'ada', name: 'site', branch: 'main', auth: { token: 'token' } },
    apiUrl: 'https://api.github.com',
    firstContent: () => Promise.resolve(new Map()),
    caches: atGitHub,
  });
  const caches = [...local.caches, ...atGitHub.caches];
  expect([...documented.keys()].sort()).toEqual([...new Set(caches.map(([name]) => name))].sort());
  for (const log of DISK_LOGS) expect(table).toMatch(new RegExp(`log \`${log}\``));
  for (const [name, { limit }] of caches) expect(documented.get(name)).toContain(limit);
  const shares = [...local.caches.values()].reduce((sum, { share }) => sum + share, 0);
  expect(shares).toBeLessThanOrEqual(1);
});
