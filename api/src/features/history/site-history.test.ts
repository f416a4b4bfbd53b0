import { samplePhoto } from 'fixtures/sample-files';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import { readSite } from '../../../test/compared.ts';
import { filesOf } from '../../../test/files.ts';
import { rename } from '../../../test/github/edits.ts';
import { savedCommit } from '../../../test/responses.ts';
import { sizedAddress } from '../../../test/sized-address.ts';
import { setupServer } from 'msw/node';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const startOnGitHub = githubTestServers(setupServer());

const PHOTO = '01JWT6444RQM8SZKMERQ1BVHWF';
const PATH = `photos/${PHOTO}/dunes.webp`;
const post = (title: string, text = 'Text', hidden = false): string =>
  `---\ntitle: ${title}\nhidden: ${String(hidden)}\n---\n\n${text}\n`;
const profile = (name: string): string => `{\n  "name": "${name}"\n}\n`;

const FILES = {
  'profile.json': profile('Ada'),
  'posts/tides.md': post(
    'Tides',
    `[Home](/) ![Dunes](/photos/${PHOTO}) [Else](https://x.example/)`,
  ),
  'posts/draft.md': post('Draft', 'Text', true),
  [PATH]: await samplePhoto('dunes.webp'),
  'README.md': 'Mine\n',
};

const start = async () => {
  const server = await startAsAdmin({ files: FILES, web: await testWebApp() });
  return { ...server, first: await server.outsider.head() };
};

describe.each(bothStores(startOnGitHub))('on $store', ({ open: openSite }) => {
  const open = async () => {
    const options = { web: await testWebApp(), contentMaxAgeSeconds: 30 };
    const { site, admin, visitor } = await openSite(FILES, options);
    return { site, admin, visitor, push: site.push, first: await site.head() };
  };

  test('an old version of the site can be browsed', async () => {
    const { admin, visitor, push, first } = await open();
    await push({ 'profile.json': profile('Grace'), 'posts/tides.md': null });
    const page = async (path: string) => admin.get(`/past/${first}${path}`);

    const text = await (await page('/')).text();
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
    expect(await (await visitor.get('/')).text()).toContain('Grace');
  });

  test('the steps are the changes', async () => {
    const { admin, push, first } = await open();
    const draft = await push({ 'posts/draft.md': post('Draft', 'Another text', true) });
    const named = await push({ 'profile.json': profile('Grace') });
    const shown = await push({ 'posts/draft.md': post('Draft', 'A third text') });
    for (const [commit, older, newer] of [
      [first, undefined, draft],
      [named, draft, shown],
      [shown, named, undefined],
    ] as const) {
      const step = await readSite(admin, commit);
      expect([step.older?.sha, step.newer?.sha]).toEqual([older, newer]);
      expect([step.from, step.to]).toEqual([commit, shown]);
    }
  });
});

test('old versions require a session, may be framed only by this site, and are not cached', async () => {
  const { admin, visitor, first } = await start();
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

  expect((await visitor.get(`/past/${first}/`)).status).toBe(401);
  expect((await visitor.get(`/past/${first}/photos/${PHOTO}`)).status).toBe(401);
  for (const commit of ['0'.repeat(40), 'main', `${first}x`, '..%2f']) {
    expect((await admin.get(`/past/${commit}/`)).status, commit).toBe(404);
    expect((await admin.get(`/api/history/${commit}/site`)).status, commit).toBe(404);
  }
});

test('images of other sites are loaded in versions of the site, and not in proposals', async () => {
  const options = { files: FILES, web: await testWebApp() };
  const { content, repository, signIn } = await startOnGitHub(options);
  const [admin, first] = [await signIn(), repository.head()];
  const sourcesAt = async (commit: string): Promise<string> => {
    const page = await admin.get(`/past/${commit}/blogs/tides`);
    expect(page.status).toBe(200);
    return /img-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  };
  const files = { 'posts/tides.md': post('Tides', '![](https://x.example/a.png)') };
  const fork = repository.openPullRequest({ title: 'Tides', files, fork: true });
  const newer = repository.push({ changes: { 'posts/else.md': post('Else') } });
  await content.reader.refresh();
  expect(await sourcesAt(first)).toBe("'self' data: blob: https:");
  expect(await sourcesAt(newer)).toBe("'self' data: blob: https:");
  expect(await sourcesAt(fork.head)).toBe("'self' data: blob:");
  fork.close();
  expect(await sourcesAt(fork.head)).toBe("'self' data: blob:");
});

test('deleted photos are shown as stored, current ones in all sizes', async () => {
  const { admin, push, first } = await start();
  const sized = await sizedAddress(admin, PHOTO, '480.webp');
  const address = `/past/${first}${sized}`;
  const present = await admin.get(address);
  expect([present.status, present.headers.get('location')]).toEqual([302, sized]);
  await push({ [PATH]: null });
  const deleted = await admin.get(address);
  expect([deleted.status, deleted.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(new Uint8Array(await deleted.arrayBuffer())).toEqual(new Uint8Array(FILES[PATH]));
  expect((await admin.get(`/past/${first}/photos/none`)).status).toBe(404);
});

test('the changes since are listed as far as visitors see them', async () => {
  const { admin, push, first } = await start();
  await push({
    'posts/draft.md': post('Draft', 'Another text', true),
    'posts/new.md': post('New'),
  });
  await push({ 'profile.json': '{\n  "name": "Ada",\n  "email": "ada@example.com"\n}\n' });
  const added = { kind: 'post', status: 'added', id: '~new', title: 'New' };
  expect((await readSite(admin, first)).changes).toEqual([added]);
  const hidden = post('Tides', 'Text', true);
  await push({ 'posts/tides.md': hidden, 'profile.json': profile('Grace'), [PATH]: null });
  expect((await readSite(admin, first)).changes).toEqual([
    added,
    { kind: 'post', status: 'removed', id: 'tides', title: 'Tides' },
    { kind: 'photo', status: 'removed', id: PHOTO, title: 'dunes.webp' },
    { kind: 'profile' },
  ]);
});

test('restoring the whole site doubles no photo that was renamed, and no file name', async () => {
  const { admin, push, first, paths } = await start();
  await admin.patch(`/api/admin/uploads/${PHOTO}`, { filename: 'renamed.webp' });
  const later = 'photos/01JX0000000000000000000000';
  await push({ [`${later}/dunes.webp`]: FILES[PATH], 'README.md': 'Read me\n' });
  await savedCommit(admin.post(`/api/history/${first}/site/restore`));
  const photos = paths().filter((path) => path.startsWith('photos/'));
  expect(photos).toEqual([PATH, `${later}/dunes-2.webp`]);
});

test('at GitHub, the whole site is restored without uploading files', async () => {
  const { content, github, repository, signIn } = await startOnGitHub({ files: FILES });
  const [admin, first] = [await signIn(), repository.head()];
  repository.push({ changes: { 'posts/new.md': post('New'), [PATH]: null } });
  await content.reader.refresh();
  await admin.get(`/api/history/${first}/site`);
  const mark = github.requests.mark();
  await savedCommit(admin.post(`/api/history/${first}/site/restore`));
  expect(mark.count('git/create-blob')).toBe(0);
  expect([...repository.files().keys()].sort()).toEqual([...filesOf(FILES).keys()].sort());
});

test('viewing old versions evicts no current content from the caches', async () => {
  const options = { files: FILES, web: await testWebApp() };
  const { content, github, repository, signIn, visitor } = await startOnGitHub(options);
  const commits = [repository.head()];
  for (let i = 0; i < 25; i += 1) {
    commits.push(repository.push({ changes: { 'posts/tides.md': post('Tides', `Text ${i}`) } }));
    await content.reader.refresh();
  }
  const admin = await signIn();
  await visitor.get('/blogs/tides');
  for (const commit of commits) {
    expect((await admin.get(`/past/${commit}/blogs/tides`)).status).toBe(200);
  }
  const mark = github.requests.mark();
  expect((await visitor.get('/blogs/tides')).status).toBe(200);
  expect((await admin.get('/api/content')).status).toBe(200);
  const reads = mark.count();
  await savedCommit(rename(admin, 'Grace'));
  expect([reads, mark.count()]).toEqual([0, 1]);
});

test('at GitHub, a step to an old version takes few requests, and the second time only the check of the head', async () => {
  const options = { files: FILES, web: await testWebApp() };
  const { content, github, repository, signIn } = await startOnGitHub(options);
  const [admin, first] = [await signIn(), repository.head()];
  for (let i = 0; i < 120; i += 1) {
    repository.push({ changes: { 'profile.json': profile(`Ada ${i}`) } });
    await content.reader.refresh();
  }
  const requestsOfStep = async () => {
    const mark = github.requests.mark();
    await readSite(admin, first);
    expect((await admin.get(`/past/${first}/`)).status).toBe(200);
    return mark.requests();
  };
  expect((await requestsOfStep()).length).toBeLessThanOrEqual(12);
  expect((await requestsOfStep()).map(({ status, cost }) => [status, cost])).toEqual([[304, 0]]);
});
