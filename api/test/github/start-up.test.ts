// Needs: feeds, import
import type { HealthResponse } from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { badGateway, createGitHub, networkFailure, slow, startGitHubServer } from 'fixtures/github';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ADMINISTRATOR,
  runProcess,
  signInTo,
  startProcess,
  type ServerProcess,
} from '../start-process.ts';
import { blobShaOf } from '../../src/core/git-store/git-object-id.ts';
import { createTestClient } from '../test-client.ts';
import { messageOf, readContent, rename, storedName, subjectsOf } from './edits.ts';
import { formOf, IMPORT } from '../import-form.ts';
import { testFolder } from '../test-folder.ts';

const SOON = { timeout: 20_000, interval: 200 };
const DENIED = 'The GitHub token may not write to ada/site: it needs "Contents: read and write".';
const ARCHIVED = 'The repository ada/site is archived, so it is read-only.';

/**
 * Starts a GitHub Enterprise Server with ada/site over HTTP, and returns the environment for a site
 * that uses it.
 */
const startGitHub = async (files?: ReadonlyMap<string, Uint8Array>) => {
  const github = createGitHub({ baseUrl: 'https://github.example.com/api/v3' });
  const repository = github.createRepository('ada/site', files ? { files } : {});
  const server = await startGitHubServer(github, { port: 0 });
  onTestFinished(async () => {
    await server.close();
    expect(github.requests.unknown).toEqual([]);
  });
  const environment = {
    ...{ CONTENT_REPOSITORY: 'ada/site', GITHUB_TOKEN: github.token, GITHUB_API_URL: server.url },
    ...{ ...ADMINISTRATOR, DATA_DIR: await testFolder(), LOG_LEVEL: 'trace' },
  };
  return { github, repository, environment };
};

test('the main workflow works with the content at GitHub, and the token is never revealed', async () => {
  const { github, repository, environment } = await startGitHub(await readDefaultContent());
  repository.isPublic = true;
  const site = await startProcess(environment);
  const admin = await signInTo(site);
  const store: unknown = await (await admin.get('/api/admin/store')).json();
  expect(store).toMatchObject({ kind: 'github', isPublic: true });
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(storedName(repository)).toBe('Bea');
  expect(subjectsOf(repository)).toEqual(['Update profile: name', 'Add the first content']);
  const health = { status: 'ok', store: 'github', revision: repository.head() };
  expect(await (await admin.get('/healthz')).json()).toEqual(health);
  github.revokeToken(github.token);
  const rejected = await rename(admin, 'Cleo');
  expect(rejected.status).toBe(503);
  expect(await rejected.text()).not.toContain(github.token);
  site.child.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  const { output, errors } = site.printed();
  expect(output).toContain('"path":"/api/profile"');
  expect(output).toContain('GitHub does not accept the token');
  expect(output + errors).not.toContain(github.token);
  expect(output + errors).not.toContain(github.token.slice(-20));
});

test('with a wrong token the process reports it and exits', async () => {
  const { environment } = await startGitHub(await readDefaultContent());
  const wrong = { ...environment, GITHUB_TOKEN: 'github_pat_that_nobody_issued' };
  const errors = 'GitHub does not accept the token: it is wrong or has expired.\n';
  expect(await runProcess(wrong)).toEqual({ code: 1, output: '', errors });
});

test.each([
  { name: 'a token that may only read', says: DENIED },
  { name: 'an archived repository', says: ARCHIVED },
])('with $name the site is served, and the reason why saves fail is reported', async ({ says }) => {
  const { github, repository, environment } = await startGitHub(await readDefaultContent());
  repository.archived = says === ARCHIVED;
  const GITHUB_TOKEN = says === DENIED ? github.issueToken({ access: 'read' }) : github.token;
  const site = await startProcess({ ...environment, GITHUB_TOKEN });
  expect(site.printed().output).toContain('content can be read but not saved');
  expect(site.printed().output).toContain(JSON.stringify(says).slice(1, -1));
  const admin = await signInTo(site);
  expect((await readContent(admin)).posts).toHaveLength(3);
  const response = await rename(admin, 'Bea');
  expect(response.ok).toBe(false);
  expect(await messageOf(response)).toBe(says);
});

test('while GitHub is down the site starts, and serves content as soon as GitHub is back', async () => {
  const { github, environment } = await startGitHub(await readDefaultContent());
  github.faults.set(networkFailure());
  const site = await startProcess(environment);
  const visitor = createTestClient(site.url);
  const health = async () => (await visitor.get('/healthz')).status;
  expect(await health()).toBe(503);
  expect((await visitor.get('/api/content')).status).toBe(503);
  github.faults.clear();
  // Content is read without a request for it.
  await vi.waitFor(async () => expect(await health()).toBe(200), SOON);
  expect((await readContent(visitor)).posts).toHaveLength(3);
});

const statusesOf = ({ url }: { url: string }, paths: readonly string[]) => {
  const visitor = createTestClient(url);
  return Promise.all(paths.map(async (path) => (await visitor.get(path)).status));
};

const healthOf = async ({ url }: { url: string }) => {
  const response = await createTestClient(url).get('/healthz');
  return { code: response.status, ...((await response.json()) as HealthResponse) };
};

const end = async (site: ServerProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
  site.child.kill(signal);
  await site.ended;
};

/** Starts a site, and waits until its content is on the disk. */
const startAndKeep = async (environment: Record<string, string> & { DATA_DIR: string }) => {
  const site = await startProcess(environment);
  const listing = join(environment.DATA_DIR, 'cache', 'listing.jsonl');
  const options = { timeout: 20_000, interval: 10 };
  await vi.waitFor(async () => expect(await readFile(listing, 'utf8')).not.toBe(''), options);
  return { site, listing };
};

const PHOTOS = Array.from({ length: 12 }, (_, i) => `photo${i}.png`);

const plannedPost = (time: number): string =>
  `---\ntitle: Plan\npublishDate: ${new Date(time).toISOString()}\n---\n\nText.\n`;

test('a start while GitHub fails or does not answer soon serves every page, however many photos were viewed before, with what was planned for meanwhile', async () => {
  const content = await readDefaultContent();
  const posts = [...content.keys()].flatMap((path) => /^posts\/(.+)\.md$/.exec(path)?.[1] ?? []);
  const pages = ['/', '/experiences', '/blogs', '/feed.xml', ...posts.map((id) => `/blogs/${id}`)];
  const photos = PHOTOS.map((name) => [`photos/${name}`, randomBytes(300_000)] as const);
  const { github, environment: others } = await startGitHub(new Map([...content, ...photos]));
  const environment = { ...others, DISK_CACHE_MAX_MB: '2' };
  const { site: before, listing } = await startAndKeep(environment);
  const admin = await signInTo(before);
  for (const name of PHOTOS) {
    const location = (await admin.get(`/photos/${name}`)).headers.get('location') ?? '';
    expect((await admin.get(location)).status).toBe(200);
  }
  const moment = Date.now() + 3_000;
  const body = formOf([
    ['soon.md', plannedPost(moment)],
    ['later.md', plannedPost(moment + 3_600_000)],
  ]);
  await admin.request('POST', IMPORT, { body });
  const plans = ['/blogs/soon', '/blogs/later'];
  const planned = await statusesOf(before, plans);
  if (Date.now() < moment) expect(planned).toEqual([404, 404]);
  expect((await rename(admin, 'Bea')).status).toBe(200);
  const { revision = '' } = await healthOf(before);
  await vi.waitFor(async () => expect(await readFile(listing, 'utf8')).toContain(revision), SOON);
  await end(before);
  await delay(moment - Date.now());

  for (const outage of [badGateway(), slow(600_000)]) {
    github.faults.clear();
    github.faults.set(outage);
    const base = Date.now();
    const site = await startProcess(environment);
    expect(await statusesOf(site, pages)).toEqual(pages.map(() => 200));
    expect((await readContent(createTestClient(site.url))).profile.name).toBe('Bea');
    expect(await statusesOf(site, plans)).toEqual([200, 404]);
    expect(await healthOf(site)).toMatchObject({ code: 200, status: 'stale', revision });
    // With one request that waits for GitHub it would be 15 s.
    expect(Date.now() - base).toBeLessThan(12_000);
    if (outage.name === 'bad gateway') {
      github.faults.clear();
      await vi.waitFor(
        async () => expect(await healthOf(site)).toMatchObject({ status: 'ok' }),
        SOON,
      );
    }
    await end(site, 'SIGKILL');
  }
}, 60_000);

test('a process that is killed as soon as it has kept a listing has kept its texts, too', async () => {
  const { github, environment } = await startGitHub(await readDefaultContent());
  github.faults.set(slow(500), { on: 'graphql/query' });
  const { site: killed } = await startAndKeep(environment);
  await end(killed, 'SIGKILL');
  github.faults.clear();
  github.faults.set(badGateway());
  const site = await startProcess(environment);
  expect(await statusesOf(site, ['/', '/blogs'])).toEqual([200, 200]);
  expect(await healthOf(site)).toMatchObject({ code: 200, status: 'stale' });
});

/** Removes the text from the cache on the disk. */
const lose = async ({ DATA_DIR }: { DATA_DIR: string }, bytes: Uint8Array): Promise<void> => {
  const sha = blobShaOf(bytes);
  await rm(join(DATA_DIR, 'cache', 'texts', sha.slice(0, 2), sha.slice(2)));
};

test('if the last content is not whole on the disk, the one before is served while GitHub is down', async () => {
  const { github, repository, environment } = await startGitHub(await readDefaultContent());
  const { site: before, listing } = await startAndKeep(environment);
  const { revision: older } = await healthOf(before);
  const admin = await signInTo(before);
  expect((await rename(admin, 'Bea')).status).toBe(200);
  await vi.waitFor(async () =>
    expect(await readFile(listing, 'utf8')).toContain(repository.head()),
  );
  await end(before);
  await lose(environment, repository.files().get('profile.json') ?? Buffer.alloc(0));

  github.faults.set(badGateway());
  const site = await startProcess(environment);
  expect((await readContent(createTestClient(site.url))).profile.name).not.toBe('Bea');
  expect(await healthOf(site)).toMatchObject({ code: 200, status: 'stale', revision: older });
});

test('while a page cannot be served, the health is 503', async () => {
  const content = await readDefaultContent();
  const { github, environment } = await startGitHub(content);
  const { site: before } = await startAndKeep(environment);
  await end(before);
  const [path = '', bytes = Buffer.alloc(0)] =
    [...content].find(([name]) => name.startsWith('posts/')) ?? [];
  await lose(environment, bytes);

  github.faults.set(badGateway());
  const site = await startProcess(environment);
  const page = path.replace(/^posts\/(.+)\.md$/, '/blogs/$1');
  expect(await statusesOf(site, ['/experiences', page])).toEqual([200, 503]);
  expect(await healthOf(site)).toMatchObject({ code: 503, status: 'unavailable' });
});

test('a later start reads no file from GitHub that an earlier one has read', async () => {
  const { github, environment } = await startGitHub(await readDefaultContent());
  const startAndEnd = async (isDone: () => void = () => undefined) => {
    const site = await startProcess(environment);
    const visitor = createTestClient(site.url);
    await vi.waitFor(
      async () => expect((await visitor.get('/api/content')).status).toBe(200),
      SOON,
    );
    const cache = join(environment.DATA_DIR, 'cache');
    await vi.waitFor(async () => {
      const names = await readdir(cache, { recursive: true });
      expect(names).toContain('listing.jsonl');
      // Four entities, the logo, three posts, and the metadata of two photos.
      const files = names.filter((name) => /^texts.*\/\w{38}$/.test(name));
      expect(files.length).toBeGreaterThanOrEqual(10);
    });
    await vi.waitFor(isDone, { timeout: 20_000 });
    await end(site);
  };
  await startAndEnd();
  const later = github.requests.mark();
  const operations = () => later.requests().map(({ operation }) => operation);
  await startAndEnd(() => expect(operations()).toContain('graphql/query'));
  // The checks of the token's permissions and of the head, and the files that the history removed.
  expect(operations().sort()).toEqual([
    ...['git/create-blob', 'graphql/query', 'repos/get-commit', 'repos/get-commit'],
  ]);
});
