import type { PostRevision, PostPageResponse, SiteRenderer } from 'content-schema';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pushFile } from '../../../test/open-test-content.ts';
import type { RunningApp } from '../../../test/run-app.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import { openDiskLog } from '../../git-store/disk-cache/log.ts';
import { blobShaOf } from '../../git-store/git-object-id.ts';

const startOnGitHub = githubTestServers(setupServer());

/** Renders the data about changes that a page gets, as JSON. */
const render: SiteRenderer['render'] = async (address, content) => {
  const [id = ''] = address.slice('/blogs/'.length).split('?');
  const told = {
    known: content.knownRevisions?.(id),
    all: address.includes('?all') ? await content.revisions?.(id) : undefined,
    lastChange: content.lastChange?.(),
  };
  // Long enough to be compressed.
  return { status: 200, html: JSON.stringify(told) + ' '.repeat(2000), document: '' };
};

/** Waits, since an unfinished page is rendered again after a second. */
const eventually = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 100 });

interface Told {
  readonly known?: readonly PostRevision[];
  readonly all?: readonly PostRevision[];
  readonly lastChange?: string;
}

const told = async ({ visitor }: Pick<RunningApp, 'visitor'>, address: string): Promise<Told> =>
  (await (await visitor.get(address)).json()) as Told;

const postOf = async ({ visitor }: RunningApp): Promise<PostPageResponse> =>
  (await (await visitor.get('/api/posts/tides')).json()) as PostPageResponse;

const post = (title: string, text: string, head = ''): string =>
  `---\ntitle: ${title}\n${head}---\n\n${text}\n`;

const FILES = new Map([
  ['profile.json', Buffer.from('{\n  "name": "Ada"\n}\n')],
  ['posts/tides.md', Buffer.from(post('Secret title', 'First secret', 'hidden: true\n'))],
]);

const options = async () => ({
  files: FILES,
  web: await testWebApp({ render }),
  historiesPerHour: 50,
});

type Push = (path: string, text: string | null) => Promise<void>;

const startLocal = async (): Promise<{ app: RunningApp; push: Push }> => {
  const { outsider, ...app } = await startTestServer(await options());
  const push: Push = async (path, text) => {
    await pushFile(outsider, path, text);
    await app.content.reader.refresh();
  };
  return { app, push };
};

const startGitHub = async (): Promise<{ app: RunningApp; push: Push }> => {
  const { repository, ...app } = await startOnGitHub(await options());
  const push: Push = async (path, text) => {
    repository.push({ changes: { [path]: text } });
    await app.content.reader.refresh();
  };
  return { app, push };
};

test.each([
  ['the local store', startLocal],
  ['GitHub', startGitHub],
])('a page gets only the public revisions, on %s', async (_, start) => {
  const { app, push } = await start();
  await push('posts/tides.md', post('Tides', 'The low tide comes', 'tags: [sea]\n'));
  await push('posts/tides.md', post('Tides', 'Second secret', 'hidden: true\ntags: [secret]\n'));
  await push('posts/tides.md', null);
  await push('posts/tides.md', post('Third secret', 'Third secret', 'draft: true\n'));
  await push('posts/tides.md', post('Of tides', 'The high tide comes', 'tags: [sea, moon]\n'));
  await push('posts/tides.md', post('Of tides', 'comes The  high tide', 'tags: [moon]\n'));
  await push('posts/other.md', post('Other', 'Text'));

  const first = await app.visitor.get('/blogs/tides', { 'accept-encoding': 'br' });
  expect(first.headers.get('content-length')).not.toBeNull();
  expect(await first.json()).not.toHaveProperty('known');
  await eventually(async () => expect(await told(app, '/blogs/tides')).toHaveProperty('known'));
  const { known, lastChange } = await told(app, '/blogs/tides');
  expect(known?.map(({ changes }) => changes)).toEqual([
    [
      { kind: 'title', before: 'Tides', after: 'Of tides' },
      { kind: 'text', added: 1, removed: 1 },
      { kind: 'tags', added: ['moon'], removed: [] },
    ],
    [
      { kind: 'text', added: 0, removed: 0 },
      { kind: 'tags', added: [], removed: ['sea'] },
    ],
  ]);
  expect(JSON.stringify(known)).not.toContain('ecret');
  for (const { date } of known ?? []) expect(new Date(date).toISOString()).toBe(date);
  expect(Date.parse(lastChange ?? '')).toBeGreaterThan(0);
  expect((await told(app, '/blogs/other?all')).all).toEqual([]);
  expect((await postOf(app)).revised).toBe(2);
});

test('a hidden post has no public revisions, and no post has if the setting is off', async () => {
  const { app, push } = await startLocal();
  expect((await told(app, '/blogs/tides?all')).all).toBeUndefined();
  await push('posts/tides.md', post('Tides', 'One'));
  await push('posts/tides.md', post('Tides', 'Two'));
  expect((await told(app, '/blogs/tides?all')).all).toHaveLength(1);
  const admin = await app.signIn();
  const site = { title: 'Ada', description: 'Hers', homeButtonMode: 'text', logo: null };
  expect(await (await admin.put('/api/site', site)).json()).toEqual(site);
  const off = { ...site, showRevisions: false };
  expect(await (await admin.put('/api/site', off)).json()).toEqual(off);
  const silent = await told(app, '/blogs/tides?all');
  expect([silent.known, silent.all]).toEqual([undefined, undefined]);
  expect(await postOf(app)).not.toHaveProperty('revised');
  // A client that doesn't know the setting doesn't change it.
  expect(await (await admin.put('/api/site', site)).json()).toEqual(off);
  expect(await (await admin.put('/api/site', { ...off, showRevisions: true })).json()).toEqual(
    site,
  );
  await eventually(async () =>
    expect((await told(app, '/blogs/tides?again')).known).toHaveLength(1),
  );
});

test('the last change is never in the future, whatever the dates of posts', async () => {
  const dated = (time: string, more = '') =>
    Buffer.from(post('Post', 'Text', `updatedAt: ${time}\n${more}`));
  const later = new Date(Date.now() + 60_000).toISOString();
  const files = new Map([
    ...FILES,
    ['posts/a.md', dated('2999-01-01')],
    ['posts/b.md', dated(later)],
    ['posts/c.md', dated('2001-01-01')],
    ['posts/d.md', dated('2000-01-01', 'hidden: true\n')],
    ['posts/e.md', Buffer.from(post('Undated', 'Text'))],
  ]);
  const before = Date.now();
  const { outsider: _, ...app } = await startTestServer({ ...(await options()), files });
  await eventually(async () => expect(await told(app, '/blogs/a')).toHaveProperty('lastChange'));
  const { lastChange = '' } = await told(app, '/blogs/a');
  expect(Date.parse(lastChange)).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(lastChange)).toBeGreaterThan(before - 60_000);
});

test('a save becomes a revision, also one that restores an earlier text', async () => {
  const { app, push } = await startLocal();
  await push('posts/tides.md', post('Tides', 'One'));
  expect((await told(app, '/blogs/tides?all')).all).toHaveLength(0);
  await push('posts/tides.md', post('Tides', 'Two'));
  await push('posts/tides.md', post('Tides', 'One'));
  expect((await told(app, '/blogs/tides?all')).all).toHaveLength(2);
});

test('once its revisions are cached, a page needs no request to GitHub, also after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'provenance-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'log.jsonl');
  const provenanceLog = () => openDiskLog({ path, subject: 'a test', onFailure: () => undefined });
  const server = await startOnGitHub({ ...(await options()), provenanceLog });
  const { repository, github, content } = server;
  repository.push({ changes: { 'posts/tides.md': post('Tides', 'One') } });
  repository.push({ changes: { 'posts/tides.md': post('Tides', 'Two') } });
  await content.reader.refresh();
  const first = github.requests.mark();
  expect((await told(server, '/blogs/tides?all')).all).toHaveLength(1);
  await eventually(async () => expect(await told(server, '/')).toHaveProperty('lastChange'));
  // One request each for the commits, their blobs, the old texts, and the commits of the profile.
  expect(first.requests()).toHaveLength(4);

  const again = github.requests.mark();
  expect((await told(server, '/blogs/tides')).known).toHaveLength(1);
  expect(again.requests()).toEqual([]);

  await eventually(async () =>
    expect(await readFile(path, 'utf8')).toMatch(/tides\.md[^]*profile\.json/),
  );
  const next = await server.restart();
  await next.content.reader.refresh();
  const afterStart = github.requests.mark();
  expect((await told(next, '/blogs/tides?all')).all).toHaveLength(1);
  expect(afterStart.requests()).toEqual([]);
});

test('the number of looked-up histories per hour is limited', async () => {
  const server = await startOnGitHub({ ...(await options()), historiesPerHour: 1 });
  const { repository, github, content } = server;
  repository.push({
    changes: { 'posts/a.md': post('A', 'One'), 'posts/b.md': post('B', 'One') },
  });
  await content.reader.refresh();
  expect((await told(server, '/blogs/a?all')).all).toEqual([]);
  const mark = github.requests.mark();
  expect((await told(server, '/blogs/b?all')).all).toBeUndefined();
  expect(mark.requests()).toEqual([]);
});

test('a damaged line on the disk is ignored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'provenance-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const log = openDiskLog({
    ...{ path: join(folder, 'log.jsonl'), subject: 'a test' },
    onFailure: () => undefined,
  });
  const text = post('Tides', 'One');
  log.replace([['posts/tides.md', blobShaOf(Buffer.from(text)), 7], 'nothing', null]);
  await eventually(async () => expect(await log.read()).toHaveLength(3));
  const files = new Map([['posts/tides.md', Buffer.from(text)]]);
  const server = await startTestServer({ ...(await options()), files, provenanceLog: () => log });
  expect((await told(server, '/blogs/tides?all')).all).toEqual([]);
});
