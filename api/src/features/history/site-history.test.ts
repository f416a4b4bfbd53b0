import type { ErrorResponseBody } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { readSite } from '../../../test/compared.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../test/git.ts';
import { pushFile } from '../../../test/open-test-content.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { toCommitSha } from '../../core/git-store/git-object-id.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const server = setupServer();
const startOnGitHub = githubTestServers(server);

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const post = (title: string, text = 'Text', hidden = false): string =>
  `---\ntitle: ${title}\nhidden: ${String(hidden)}\n---\n\n${text}\n`;

const FILES = new Map<string, Uint8Array>([
  ['profile.json', Buffer.from('{\n  "name": "Ada"\n}\n')],
  [
    'posts/tides.md',
    Buffer.from(post('Tides', `[Home](/) ![Dunes](/photos/${PHOTO}) [Else](https://x.example/)`)),
  ],
  ['posts/draft.md', Buffer.from(post('Draft', 'Text', true))],
  [`photos/${PHOTO}/dunes.webp`, await samplePhoto('dunes.webp')],
  ['README.md', Buffer.from('Mine\n')],
]);

/** Both stores with the same history, made by pushes. */
const STORES = {
  local: async () => {
    const app = await startTestServer({ files: FILES, web: await testWebApp() });
    const pushUnseen = (path: string, text: string | null) => pushFile(app.outsider, path, text);
    const push: typeof pushUnseen = async (...file) => {
      const sha = await pushUnseen(...file);
      await app.content.reader.refresh();
      return sha;
    };
    return { app, push, pushUnseen, first: await app.outsider.head() };
  },
  github: async () => {
    const app = await startOnGitHub({ files: FILES, web: await testWebApp() });
    const pushUnseen = (path: string, text: string | null): Promise<string> =>
      Promise.resolve(app.repository.push({ changes: { [path]: text } }));
    const push: typeof pushUnseen = async (...file) => {
      const before = toCommitSha(app.repository.head());
      const sha = await pushUnseen(...file);
      await app.content.reader.refresh(before);
      return sha;
    };
    return { app, push, pushUnseen, first: app.repository.head() };
  },
};

test.each(Object.entries(STORES))(
  'on the store %s an old version of the site can be browsed',
  async (_, start) => {
    const { app, push, first } = await start();
    await push('profile.json', '{\n  "name": "Grace"\n}\n');
    await push('posts/tides.md', null);
    const admin = await app.signIn();
    const page = async (path: string) => admin.get(`/past/${first}${path}`);

    const home = await page('/');
    expect(home.status).toBe(200);
    const text = await home.text();
    expect(text).toContain('Ada');
    expect(text).toContain('Tides');
    expect(text).not.toContain('Draft');
    expect(await (await page('')).text()).toBe(text);

    const old = await (await page('/blogs/tides')).text();
    expect(old).toContain(`href="/past/${first}/"`);
    expect(old).toContain(`src="/past/${first}/photos/${PHOTO}`);
    expect(old).toContain('href="https://x.example/"');
    expect((await page('/blogs/draft')).status).toBe(404);
    const elsewhere = await page('/admin/blogs');
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([302, `/past/${first}/`]);
    expect(await (await app.visitor.get('/')).text()).toContain('Grace');
  },
);

test('old versions require a session, may be framed only by this site, and are not cached', async () => {
  const { app, first } = await STORES.local();
  const admin = await app.signIn();
  const page = await admin.get(`/past/${first}/`);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
  });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);

  const other = await admin.get('/');
  expect(other.headers.get('x-frame-options')).toBe('DENY');
  expect(other.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");

  expect((await app.visitor.get(`/past/${first}/`)).status).toBe(401);
  expect((await app.visitor.get(`/past/${first}/photos/${PHOTO}`)).status).toBe(401);
  for (const commit of ['0'.repeat(40), 'main', `${first}x`, '..%2f']) {
    expect((await admin.get(`/past/${commit}/`)).status, commit).toBe(404);
    expect((await admin.get(`/api/history/${commit}/site`)).status, commit).toBe(404);
  }
});

test('images of other sites are loaded in versions of the site, and not in proposals', async () => {
  const { app, push, first } = await STORES.github();
  const admin = await app.signIn();
  const sourcesAt = async (commit: string): Promise<string> => {
    const page = await admin.get(`/past/${commit}/blogs/tides`);
    expect(page.status).toBe(200);
    return /img-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  };
  const files = { 'posts/tides.md': post('Tides', '![](https://x.example/a.png)') };
  const fork = app.repository.openPullRequest({ title: 'Tides', files, fork: true });
  const newer = await push('posts/else.md', post('Else'));
  expect(await sourcesAt(first)).toBe("'self' data: blob: https:");
  expect(await sourcesAt(newer)).toBe("'self' data: blob: https:");
  expect(await sourcesAt(fork.head)).toBe("'self' data: blob:");
  fork.close();
  expect(await sourcesAt(fork.head)).toBe("'self' data: blob:");
});

test('deleted photos are shown as stored, current ones in all sizes', async () => {
  const { app, push, first } = await STORES.local();
  const admin = await app.signIn();
  const address = `/past/${first}/photos/${PHOTO}?w=480`;
  const present = await admin.get(address);
  expect([present.status, present.headers.get('location')]).toEqual([
    302,
    `/photos/${PHOTO}?w=480`,
  ]);
  await push(`photos/${PHOTO}/dunes.webp`, null);
  const deleted = await admin.get(address);
  expect(deleted.status).toBe(200);
  expect(deleted.headers.get('content-type')).toBe('image/webp');
  expect(Buffer.from(await deleted.arrayBuffer())).toEqual(
    Buffer.from(FILES.get(`photos/${PHOTO}/dunes.webp`) ?? []),
  );
  expect((await admin.get(`/past/${first}/photos/none`)).status).toBe(404);
});

test.each(Object.entries(STORES))('on the store %s the steps are the changes', async (_, start) => {
  const { app, push, first } = await start();
  const draft = await push('posts/draft.md', post('Draft', 'Another text', true));
  const named = await push('profile.json', '{\n  "name": "Grace"\n}\n');
  const shown = await push('posts/draft.md', post('Draft', 'A third text'));
  const admin = await app.signIn();
  const begin = await readSite(admin, first);
  expect([begin.older, begin.newer?.sha]).toEqual([null, draft]);
  const middle = await readSite(admin, named);
  expect([middle.older?.sha, middle.newer?.sha]).toEqual([draft, shown]);
  const last = await readSite(admin, shown);
  expect([last.older?.sha, last.newer]).toEqual([named, null]);
  expect([last.from, last.to]).toEqual([shown, shown]);
});

test('the changes since are listed as far as visitors see them', async () => {
  const { app, push, first } = await STORES.local();
  await push('posts/draft.md', post('Draft', 'Another text', true));
  await push('posts/new.md', post('New'));
  await push('profile.json', '{\n  "name": "Ada",\n  "email": "ada@example.com"\n}\n');
  const admin = await app.signIn();
  expect((await readSite(admin, first)).changes).toEqual([
    { kind: 'post', status: 'added', id: '~new', title: 'New' },
  ]);
  await push('posts/tides.md', post('Tides', 'Text', true));
  await push('profile.json', '{\n  "name": "Grace"\n}\n');
  await push(`photos/${PHOTO}/dunes.webp`, null);
  expect((await readSite(admin, first)).changes).toEqual([
    { kind: 'post', status: 'added', id: '~new', title: 'New' },
    { kind: 'post', status: 'removed', id: 'tides', title: 'Tides' },
    { kind: 'photo', status: 'removed', id: PHOTO, title: 'dunes.webp' },
    { kind: 'profile' },
  ]);
});

test('the whole site is restored by one commit, which can be undone', async () => {
  const { app, push, first } = await STORES.local();
  const { repository } = app;
  await push('posts/new.md', post('New'));
  await push('profile.json', '{\n  "name": "Grace"\n}\n');
  await push(`photos/${PHOTO}/dunes.webp`, null);
  await push('photos/later.webp', 'A later photo');
  const before = await push('README.md', 'Mine, edited\n');
  const treeBefore = git(repository, 'rev-parse', 'main^{tree}');
  const admin = await app.signIn();
  const response = await admin.post(`/api/history/${first}/site/restore`);
  expect(response.status).toBe(200);
  expect(subjectOf(repository)).toMatch(/^Restore the site as of \d{4}-\d\d-\d\d$/);
  expect(commitsOf(repository)[1]).toBe(before);
  expect(changesOf(repository)).toEqual([
    `A photos/${PHOTO}/dunes.webp`,
    'D posts/new.md',
    'M profile.json',
  ]);
  expect(await (await app.visitor.get('/')).text()).toContain('Ada');
  expect((await app.visitor.get(`/photos/${PHOTO}`)).status).toBe(302);
  git(repository, 'fsck', '--strict');

  const made = response.headers.get('saved-commit') ?? '';
  const undone = await admin.post(`/api/history/${made}/undo`, { decisions: [] });
  expect(undone.status).toBe(200);
  expect(git(repository, 'rev-parse', 'main^{tree}')).toBe(treeBefore);
});

test.each(Object.entries(STORES))(
  'on the store %s the whole site is restored as it was, also right after a push',
  async (_, open) => {
    const { app, pushUnseen, first } = await open();
    const admin = await app.signIn();
    await admin.get('/api/content');
    const filesAt = async (commit: string) => {
      const { tree } = await app.content.reader.at(toCommitSha(commit));
      return new Map([...tree].map(([path, { sha }]) => [path, sha]));
    };
    await pushUnseen('posts/tides.md', null);
    expect((await readSite(admin, first)).changes).not.toEqual([]);
    await pushUnseen('profile.json', '{\n  "name": "Grace"\n}\n');
    const response = await admin.post(`/api/history/${first}/site/restore`);
    const restored = response.headers.get('saved-commit') ?? '';
    expect(await filesAt(restored)).toEqual(await filesAt(first));
    expect((await app.content.reader.refresh()).revision).toBe(restored);
  },
);

test('restoring the whole site doubles no photo that was renamed, and no file name', async () => {
  const { app, push, first } = await STORES.local();
  const { repository, outsider } = app;
  const admin = await app.signIn();
  await admin.patch(`/api/admin/uploads/${PHOTO}`, { filename: 'renamed.webp' });
  const later = '01JX0000000000000000000000';
  const blob = (await outsider.list(await outsider.head())).get(`photos/${PHOTO}/renamed.webp`);
  const changes = new Map([[`photos/${later}/dunes.webp`, blob ?? null]]);
  const expectedHead = await outsider.head();
  await outsider.commit({ expectedHead, message: 'Push\n', operationId: 'none', changes });
  await push('README.md', 'Read me\n');
  expect((await admin.post(`/api/history/${first}/site/restore`)).status).toBe(200);
  const names = git(repository, 'ls-tree', '-r', '--name-only', 'main', 'photos/');
  expect(names.trim().split('\n')).toEqual([
    `photos/${PHOTO}/dunes.webp`,
    `photos/${later}/dunes-2.webp`,
  ]);
});

test('at GitHub, the whole site is restored without uploading files', async () => {
  const { app, push, first } = await STORES.github();
  await push('posts/new.md', post('New'));
  await push(`photos/${PHOTO}/dunes.webp`, null);
  const { github, repository } = app;
  const admin = await app.signIn();
  await admin.get(`/api/history/${first}/site`);
  const mark = github.requests.mark();
  expect((await admin.post(`/api/history/${first}/site/restore`)).status).toBe(200);
  expect(mark.count('git/create-blob')).toBe(0);
  expect([...repository.files().keys()].sort()).toEqual([...FILES.keys()].sort());
});

test('viewing old versions evicts no current content from the caches', async () => {
  const { app, push, first } = await STORES.github();
  const { github } = app;
  const commits = [first];
  for (let i = 0; i < 25; i += 1) {
    commits.push(await push('posts/tides.md', post('Tides', `Text ${i}`)));
  }
  const admin = await app.signIn();
  await app.visitor.get('/blogs/tides');
  for (const commit of commits) {
    expect((await admin.get(`/past/${commit}/blogs/tides`)).status).toBe(200);
  }
  const mark = github.requests.mark();
  expect((await app.visitor.get('/blogs/tides')).status).toBe(200);
  expect((await admin.get('/api/content')).status).toBe(200);
  const reads = mark.requests().length;
  const profile = { name: 'Grace', highlightsEnabled: false };
  const { profile: stored } = (await (await admin.get('/api/content')).json()) as {
    profile: object;
  };
  expect((await admin.put('/api/profile', { ...stored, ...profile })).status).toBe(200);
  expect([reads, mark.requests().length]).toEqual([0, 1]);
});

test('at GitHub, a step to an old version takes few requests, and the second time only the check of the head', async () => {
  const { app, push, first } = await STORES.github();
  const { github } = app;
  for (let i = 0; i < 120; i += 1) await push('profile.json', `{"name": "Ada ${i}"}\n`);
  const admin = await app.signIn();
  const mark = github.requests.mark();
  await readSite(admin, first);
  expect((await admin.get(`/past/${first}/`)).status).toBe(200);
  expect(mark.requests().length).toBeLessThanOrEqual(12);
  const again = github.requests.mark();
  await readSite(admin, first);
  expect((await admin.get(`/past/${first}/`)).status).toBe(200);
  expect(again.requests().map(({ status, cost }) => [status, cost])).toEqual([[304, 0]]);
});

test('invalid requests are refused with the reason', async () => {
  const { app } = await STORES.local();
  const response = await (await app.signIn()).get(`/api/history/${'0'.repeat(40)}/site`);
  expect(((await response.json()) as ErrorResponseBody).code).toBe('NotFound');
});
