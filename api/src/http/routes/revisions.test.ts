import type { PostRevision, SiteRenderer } from 'content-schema';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { pushFile } from '../../../test/open-test-content.ts';
import type { RunningApp } from '../../../test/run-app.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const startOnGitHub = githubTestServers(setupServer());

/** Renders the revisions of a post that a page gets, as JSON. */
const render: SiteRenderer['render'] = async (address, content) => {
  const id = address.slice('/blogs/'.length);
  const revisions = await content.revisions?.(id);
  const status = content.revisions && !revisions ? 503 : 200;
  return { status, html: JSON.stringify({ revisions }), document: '' };
};

const read = async (
  { visitor }: Pick<RunningApp, 'visitor'>,
  id: string,
): Promise<readonly PostRevision[] | undefined> => {
  const response = await visitor.get(`/blogs/${id}`);
  return ((await response.json()) as { revisions?: readonly PostRevision[] }).revisions;
};

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

  const revisions = await read(app, 'tides');
  expect(revisions?.map(({ changes }) => changes)).toEqual([
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
  expect(JSON.stringify(revisions)).not.toContain('ecret');
  for (const { date } of revisions ?? []) expect(new Date(date).toISOString()).toBe(date);
  expect(await read(app, 'other')).toEqual([]);
});

test('a hidden post has no public revisions, and no post has if the setting is off', async () => {
  const { app, push } = await startLocal();
  expect(await read(app, 'tides')).toBeUndefined();
  await push('posts/tides.md', post('Tides', 'One'));
  await push('posts/tides.md', post('Tides', 'Two'));
  expect(await read(app, 'tides')).toHaveLength(1);
  const admin = await app.signIn();
  const site = { title: 'Ada', description: 'Hers', homeButtonMode: 'text', logo: null };
  expect(await (await admin.put('/api/site', site)).json()).toEqual(site);
  const off = { ...site, showRevisions: false };
  expect(await (await admin.put('/api/site', off)).json()).toEqual(off);
  expect(await read(app, 'tides')).toBeUndefined();
  // A client that doesn't know the setting doesn't change it.
  expect(await (await admin.put('/api/site', site)).json()).toEqual(off);
  expect(await (await admin.put('/api/site', { ...off, showRevisions: true })).json()).toEqual(
    site,
  );
  expect(await read(app, 'tides')).toHaveLength(1);
});

test('a save becomes a revision, also one that restores an earlier text', async () => {
  const { app, push } = await startLocal();
  await push('posts/tides.md', post('Tides', 'One'));
  expect(await read(app, 'tides')).toHaveLength(0);
  await push('posts/tides.md', post('Tides', 'Two'));
  await push('posts/tides.md', post('Tides', 'One'));
  expect(await read(app, 'tides')).toHaveLength(2);
});

test('revisions are read from GitHub when they are asked for, once for each commit', async () => {
  const server = await startOnGitHub(await options());
  const { repository, github, content } = server;
  repository.push({ changes: { 'posts/tides.md': post('Tides', 'One') } });
  repository.push({ changes: { 'posts/tides.md': post('Tides', 'Two') } });
  await content.reader.refresh();
  const mark = github.requests.mark();
  expect((await server.visitor.get('/api/posts/tides')).status).toBe(200);
  expect(mark.requests()).toEqual([]);
  expect(await read(server, 'tides')).toHaveLength(1);
  // The commits, their blobs, and the old text.
  expect(mark.requests()).toHaveLength(3);
  expect(await read(server, 'tides')).toHaveLength(1);
  expect(mark.requests()).toHaveLength(3);
});

test('the number of histories per hour is limited, and a page without one is not cached', async () => {
  const server = await startOnGitHub({ ...(await options()), historiesPerHour: 1 });
  const { repository, github, content } = server;
  repository.push({
    changes: { 'posts/a.md': post('A', 'One'), 'posts/b.md': post('B', 'One') },
  });
  await content.reader.refresh();
  expect(await read(server, 'a')).toEqual([]);
  const mark = github.requests.mark();
  const response = await server.visitor.get('/blogs/b');
  expect(response.status).toBe(503);
  expect(response.headers.get('cache-control') ?? '').not.toContain('s-maxage');
  expect(mark.requests()).toEqual([]);
});
