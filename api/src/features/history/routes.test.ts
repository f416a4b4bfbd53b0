import type { ErrorResponseBody, HistoryResponse, Profile, UploadResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { readCommit } from '../../../test/compared.ts';
import { commitsOf, git, subjectOf } from '../../../test/git.ts';
import { photoForm } from '../../../test/photo-form.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import type { BlobSha } from '../../core/git-store/git-store.ts';

// Tests without posts are ten times as fast.
const PROFILE = { 'profile.json': '{\n  "name": "Ada",\n  "title": "Poet"\n}\n' };
const POST = '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n';

const text = (content: string): Uint8Array => Buffer.from(content);
const filesOf = (files: Record<string, string | Uint8Array>) =>
  new Map(
    Object.entries(files).map(([path, it]) => [path, typeof it === 'string' ? text(it) : it]),
  );

const readHistory = async (client: TestClient, query = ''): Promise<HistoryResponse> =>
  (await (await client.get(`/api/history${query}`)).json()) as HistoryResponse;

const restore = (client: TestClient, sha: string | undefined, path: string): Promise<Response> =>
  client.post(`/api/history/${sha ?? ''}/restore`, { path });

const rename = async (client: TestClient, name: string): Promise<void> => {
  const { profile } = (await (await client.get('/api/content')).json()) as { profile: Profile };
  expect((await client.put('/api/profile', { ...profile, name })).status).toBe(200);
};

const show = (repository: string, path: string): string => git(repository, 'show', `main:${path}`);

test('the changes are listed newest first, each with its author and subject', async () => {
  const { signIn, repository } = await startTestServer({ files: filesOf(PROFILE) });
  const admin = await signIn();
  await rename(admin, 'Grace');
  const response = await admin.get('/api/history');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [newest, first] = commitsOf(repository);
  const dates = git(repository, 'log', '--format=%ct').trim().split('\n');
  const author = { name: 'Ada', email: 'ada@example.com' };
  const dateOf = (i: number) => new Date(Number(dates[i]) * 1000).toISOString();
  const { commits, ...rest } = (await response.json()) as HistoryResponse;
  expect(rest).toEqual({ page: 1, hasMore: false });
  expect(
    commits.map((commit) => ({ ...commit, date: new Date(commit.date).toISOString() })),
  ).toEqual([
    {
      sha: newest,
      subject: 'Update profile: name',
      kind: { verb: 'Update', noun: 'profile' },
      author,
      date: dateOf(0),
      origin: 'site',
    },
    {
      sha: first,
      subject: 'Begin',
      author: { ...author, name: 'ada' },
      date: dateOf(1),
      origin: 'site',
    },
  ]);
});

test('the list has pages of thirty', async () => {
  const { signIn, content } = await startTestServer({ files: new Map() });
  for (let i = 0; i < 35; i += 1) {
    const changes = new Map([['profile.json', text(`{"name": "${i}"}\n`)]]);
    await content.saves.save(() => Promise.resolve({ subject: `Change ${i}`, changes }));
  }
  const admin = await signIn();
  const first = await readHistory(admin);
  expect(first).toMatchObject({ page: 1, hasMore: true });
  expect(first.commits.map(({ subject }) => subject)[0]).toBe('Change 34');
  expect(first.commits).toHaveLength(30);
  const second = await readHistory(admin, '?page=2');
  expect(second).toMatchObject({ page: 2, hasMore: false });
  expect(second.commits.map(({ subject }) => subject)).toEqual([
    'Change 4',
    'Change 3',
    'Change 2',
    'Change 1',
    'Change 0',
    'Begin',
  ]);
  expect(await readHistory(admin, '?page=3')).toEqual({ commits: [], page: 3, hasMore: false });
});

test('the history of one file has only its changes', async () => {
  const { signIn } = await startTestServer({
    files: filesOf({ ...PROFILE, 'posts/tides.md': POST }),
  });
  const admin = await signIn();
  await rename(admin, 'Grace');
  await admin.patch('/api/posts/tides/visibility', { hidden: true });
  const subjects = async (path: string) =>
    (await readHistory(admin, `?path=${path}`)).commits.map(({ subject }) => subject);
  expect(await subjects('posts/tides.md')).toEqual(['Hide post "Tides"', 'Begin']);
  expect(await subjects('profile.json')).toEqual(['Update profile: name', 'Begin']);
  expect(await subjects('posts/never.md')).toEqual([]);
});

test('an invalid query is refused with all issues', async () => {
  const { signIn } = await startTestServer();
  const response = await (await signIn()).get('/api/history?page=0&path=../secrets');
  const issues = [
    {
      path: 'path',
      message: 'Choose a file of the content: a JSON file, a post, a photo or the logo',
    },
    { path: 'page', message: 'page must be a whole number from 1 to 10000' },
  ];
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'InvalidInput',
    message: issues[0]?.message,
    issues,
  });
});

test('a change is shown as a diff of each text', async () => {
  const { signIn, repository } = await startTestServer({ files: filesOf(PROFILE) });
  const admin = await signIn();
  await rename(admin, 'Grace');
  const [sha] = commitsOf(repository);
  const commit = await readCommit(admin, sha);
  expect(commit).toMatchObject({ sha, subject: 'Update profile: name' });
  expect(commit.message).toMatch(/^Update profile: name\n\nKind: Update profile\nOperation-Id: /);
  expect(commit.files).toEqual([
    {
      path: 'profile.json',
      status: 'modified',
      sizeBefore: 39,
      sizeAfter: 41,
      binary: false,
      diff: '@@ -1,4 +1,4 @@\n {\n-  "name": "Ada",\n+  "name": "Grace",\n   "title": "Poet"\n }\n',
      before: { name: 'Ada', title: 'Poet' },
      after: { name: 'Grace', title: 'Poet' },
    },
  ]);
});

test('added and deleted files are shown whole, and the first commit with all its files', async () => {
  const { signIn, repository } = await startTestServer({
    files: filesOf({ 'posts/tides.md': 'One\nTwo\n' }),
  });
  const admin = await signIn();
  await admin.delete('/api/posts/tides');
  const post = { title: 'Tides', tags: [], hidden: false, content: 'One\nTwo' };
  const [deleted, first] = commitsOf(repository);
  expect((await readCommit(admin, deleted)).files).toEqual([
    {
      path: 'posts/tides.md',
      status: 'deleted',
      sizeBefore: 8,
      binary: false,
      diff: '@@ -1,2 +0,0 @@\n-One\n-Two\n',
      before: post,
      after: null,
    },
  ]);
  expect((await readCommit(admin, first)).files).toEqual([
    {
      path: 'posts/tides.md',
      status: 'added',
      sizeAfter: 8,
      binary: false,
      diff: '@@ -0,0 +1,2 @@\n+One\n+Two\n',
      before: null,
      after: post,
    },
  ]);
});

test('images and other binary files are shown with their sizes only', async () => {
  const reads: string[] = [];
  const { signIn, repository } = await startTestServer({
    files: filesOf({
      'photos/beach.gif': await samplePhoto('tide.gif'),
      'notes.bin': Buffer.from([1, 0, 2]),
      'latin1.txt': Buffer.from([0xe9, 0x0a]),
    }),
    store: (local) => ({
      ...local,
      read: (blobs) => {
        reads.push(...blobs);
        return local.read(blobs);
      },
    }),
  });
  const { files } = await readCommit(await signIn(), commitsOf(repository)[0]);
  expect(files).toEqual([
    { path: 'latin1.txt', status: 'added', sizeAfter: 2, binary: true },
    { path: 'notes.bin', status: 'added', sizeAfter: 3, binary: true },
    { path: 'photos/beach.gif', status: 'added', sizeAfter: 997, binary: true },
  ]);
  expect(reads).not.toContain(git(repository, 'rev-parse', 'main:photos/beach.gif').trim());
});

test('texts that are too large to compare are listed without a diff', async () => {
  const long = Array.from({ length: 6000 }, (_, i) => `Line ${i}`).join('\n');
  const { signIn, repository } = await startTestServer({
    files: filesOf({ 'posts/large.md': 'x'.repeat(600 * 1024), 'posts/long.md': long }),
  });
  const { files } = await readCommit(await signIn(), commitsOf(repository)[0]);
  expect(files).toEqual([
    { path: 'posts/large.md', status: 'added', sizeAfter: 600 * 1024, binary: false },
    { path: 'posts/long.md', status: 'added', sizeAfter: long.length, binary: false },
  ]);
});

test('an old version of a file is restored by a new commit', async () => {
  const { signIn, repository, visitor } = await startTestServer({ files: filesOf(PROFILE) });
  const admin = await signIn();
  await rename(admin, 'Grace');
  await rename(admin, 'Hedy');
  const first = commitsOf(repository).at(-1);
  const day = git(repository, 'log', '-1', '--format=%cI', first ?? '').slice(0, 10);
  const response = await restore(admin, first, 'profile.json');
  const [head] = commitsOf(repository);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ revision: head });
  expect(response.headers.get('content-revision')).toBe(head);
  expect(commitsOf(repository)).toHaveLength(4);
  expect(show(repository, 'profile.json')).toBe(PROFILE['profile.json']);
  expect(git(repository, 'log', '-1', '--format=%s')).toBe(`Restore profile as of ${day}\n`);
  expect(git(repository, 'diff', '--name-only', 'main~', 'main')).toBe('profile.json\n');
  const served = await visitor.get('/api/content');
  expect(served.headers.get('content-revision')).toBe(head);
  git(repository, 'fsck', '--strict');
});

test('restoring the current version makes no commit', async () => {
  const { signIn, repository } = await startTestServer();
  const [head] = commitsOf(repository);
  const response = await restore(await signIn(), head, 'profile.json');
  expect(await response.json()).toEqual({ revision: head });
  expect(commitsOf(repository)).toEqual([head]);
});

test('restoring at the commit that deleted a file brings back the version before', async () => {
  const { signIn, repository } = await startTestServer({
    files: filesOf({ 'posts/tides.md': POST }),
  });
  const admin = await signIn();
  await admin.delete('/api/posts/tides');
  await rename(admin, 'Grace');
  const [, deletion] = commitsOf(repository);
  expect((await restore(admin, deletion, 'posts/tides.md')).status).toBe(200);
  expect(show(repository, 'posts/tides.md')).toBe(POST);
});

test('a post that was renamed since is restored under its new name', async () => {
  const server = await startTestServer({ files: filesOf({ 'posts/tides.md': POST }) });
  const { signIn, repository, outsider } = server;
  const admin = await signIn();
  const first = await outsider.head();
  const changes = new Map([
    ['posts/tides.md', null],
    ['posts/sea.md', text(`${POST}\nMore\n`)],
  ]);
  await outsider.commit({ expectedHead: first, message: 'Move\n', operationId: 'none', changes });
  expect((await restore(admin, first, 'posts/tides.md')).status).toBe(200);
  expect(show(repository, 'posts/sea.md')).toBe(POST);
  expect(git(repository, 'ls-tree', '-r', '--name-only', 'main').trim()).toBe('posts/sea.md');
});

test('a restored version of a post that was moved keeps the addresses that it has got since', async () => {
  const server = await startTestServer({ files: filesOf({ 'posts/tides.md': POST }) });
  const admin = await server.signIn();
  const first = await server.outsider.head();
  expect((await admin.post('/api/admin/posts/tides/address', { id: 'sea' })).status).toBe(200);
  expect((await restore(admin, first, 'posts/tides.md')).status).toBe(200);
  expect(show(server.repository, 'posts/sea.md')).toContain('aliases:\n  - /blogs/tides\n');
});

test('a deleted photo is restored byte for byte, with its metadata', async () => {
  const server = await startTestServer({ files: new Map() });
  const { signIn, repository, visitor, content } = server;
  const admin = await signIn();
  const body = photoForm('tide.gif', await samplePhoto('tide.gif'));
  const uploaded = await admin.request('POST', '/api/uploads', { body });
  const { id, key } = (await uploaded.json()) as UploadResponse;
  await admin.patch(`/api/admin/uploads/${id}`, { alt: 'The tide' });
  const folder = git(repository, 'rev-parse', `main:photos/${id}`);
  await admin.delete(`/api/admin/uploads/${id}`);
  expect((await restore(admin, commitsOf(repository)[0], key)).status).toBe(200);
  expect(git(repository, 'rev-parse', `main:photos/${id}`)).toBe(folder);
  expect((await visitor.get(`/photos/${id}`)).status).toBe(302);
  const photo = git(repository, 'rev-parse', `main:${key}`).trim() as BlobSha;
  // In the cache of texts it would have evicted some.
  expect(content.blobs.peek(photo)).toBeUndefined();
  expect(content.photos.peek(photo)).toBeDefined();
});

test("the site's metadata are restored with their logo", async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const site = { title: 'Ada', description: 'A site', homeButtonMode: 'logo', logo };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { signIn, repository } = await startTestServer({
    files: filesOf({ 'site.json': `${JSON.stringify(site, null, 2)}\n`, 'assets/logo.svg': svg }),
  });
  const admin = await signIn();
  const png = Buffer.from(await samplePhoto('lighthouse.png')).toString('base64');
  const data = `data:image/png;base64,${png}`;
  const saved = await admin.put('/api/site', {
    ...site,
    logo: { ...logo, data, type: 'image/png' },
  });
  expect(saved.status).toBe(200);
  const tree = () => git(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  expect(tree()).toEqual(['assets/logo.png', 'site.json']);
  await restore(admin, commitsOf(repository)[1], 'site.json');
  expect(tree()).toEqual(['assets/logo.svg', 'site.json']);
  expect(show(repository, 'assets/logo.svg')).toBe(svg);
});

test("a logo's file is restored with its entry in site.json, and nothing else", async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const site = { title: 'Ada', description: 'A site', homeButtonMode: 'text', logo };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { signIn, repository } = await startTestServer({
    files: filesOf({ 'site.json': `${JSON.stringify(site, null, 2)}\n`, 'assets/logo.svg': svg }),
  });
  const admin = await signIn();
  await admin.put('/api/site', { ...site, title: 'Grace', logo: null });
  expect(git(repository, 'ls-tree', '-r', '--name-only', 'main').trim()).toBe('site.json');
  await restore(admin, commitsOf(repository)[0], 'assets/logo.svg');
  expect(show(repository, 'assets/logo.svg')).toBe(svg);
  expect(JSON.parse(show(repository, 'site.json'))).toEqual({ ...site, title: 'Grace' });
  expect(subjectOf(repository)).toMatch(/^Restore logo as of /);
});

test('restoring a file that did not exist at the commit is a 404, and nothing is deleted', async () => {
  const { signIn, repository, content } = await startTestServer({ files: new Map() });
  const changes = new Map([['posts/tides.md', text(POST)]]);
  await content.saves.save(() => Promise.resolve({ subject: 'Create', changes }));
  const response = await restore(await signIn(), commitsOf(repository)[1], 'posts/tides.md');
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    code: 'EntityNotFound',
    message: 'posts/tides.md did not exist at that time',
  });
  expect(commitsOf(repository)).toHaveLength(2);
});

test.each(['README.md', '../profile.json', '.git/config', 'photos/../../x', '', 'posts/a/b.md'])(
  '%s is not content, and is not restored',
  async (path) => {
    const { signIn, repository } = await startTestServer({
      files: filesOf({ 'README.md': 'Read me\n' }),
    });
    const response = await restore(await signIn(), commitsOf(repository)[0], path);
    expect(response.status).toBe(400);
    expect(
      ((await response.json()) as ErrorResponseBody).issues?.map((issue) => issue.path),
    ).toEqual(['path']);
    expect(commitsOf(repository)).toHaveLength(1);
  },
);

test('a commit that does not exist is a 404', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  for (const sha of ['0'.repeat(40), 'main', 'HEAD~1', '..', 'x'.repeat(40)]) {
    expect((await admin.get(`/api/history/${encodeURIComponent(sha)}`)).status, sha).toBe(404);
    expect((await restore(admin, encodeURIComponent(sha), 'profile.json')).status, sha).toBe(404);
  }
});
