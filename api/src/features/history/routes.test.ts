import type { HistoryResponse, UploadResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { readCommit } from '../../../test/compared.ts';
import { commitsOf, git, subjectOf } from '../../../test/git.ts';
import { rename } from '../../../test/github/edits.ts';
import { move, undo } from '../../../test/merge-calls.ts';
import { photoForm } from '../../../test/photo-form.ts';
import { recordReads } from '../../../test/record-reads.ts';
import { issuesOf, json, savedCommit } from '../../../test/responses.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import type { BlobSha } from '../../core/git-store/git-store.ts';

// Tests without posts are ten times as fast.
const PROFILE = { 'profile.json': '{\n  "name": "Ada",\n  "title": "Poet"\n}\n' };
const POST = '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n';
const TIDES = { 'posts/tides.md': POST };

const restore = (admin: TestClient, commit = '', path = 'profile.json'): Promise<Response> =>
  admin.post(`/api/history/${encodeURIComponent(commit)}/restore`, { path });

test('the changes are listed newest first, each with its author and subject', async () => {
  const { admin, repository } = await startAsAdmin({ files: PROFILE });
  await savedCommit(rename(admin, 'Grace'));
  const response = await admin.get('/api/history');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [newest, first] = commitsOf(repository);
  const { commits, ...rest } = await json<HistoryResponse>(response);
  expect(rest).toEqual({ page: 1, hasMore: false });
  const kind = { verb: 'Update', noun: 'profile' };
  const common = { origin: 'site', author: { name: 'Grace', email: 'ada@example.com' } };
  expect(commits.map(({ date: _, ...commit }) => commit)).toEqual([
    { ...common, sha: newest, subject: 'Update profile: name', kind },
    { ...common, sha: first, subject: 'Begin', author: { ...common.author, name: 'ada' } },
  ]);
  const seconds = commits.map(({ date }) => `${Date.parse(date) / 1000}`);
  expect(seconds).toEqual(git(repository, 'log', '--format=%ct').trim().split('\n'));
});

test('a change is shown as a diff of each text', async () => {
  const { admin } = await startAsAdmin({ files: PROFILE });
  const sha = await savedCommit(rename(admin, 'Grace'));
  const commit = await readCommit(admin, sha);
  expect(commit).toMatchObject({ sha, subject: 'Update profile: name' });
  expect(commit.message).toMatch(/^Update profile: name\n\nKind: Update profile\nOperation-Id: /);
  const diff =
    '@@ -1,4 +1,4 @@\n {\n-  "name": "Ada",\n+  "name": "Grace",\n   "title": "Poet"\n }\n';
  const sizes = { sizeBefore: 39, sizeAfter: 41, binary: false };
  const [before, after] = ['Ada', 'Grace'].map((name) => ({ name, title: 'Poet' }));
  const changed = { path: 'profile.json', status: 'modified', before, after };
  expect(commit.files).toEqual([{ ...changed, ...sizes, diff }]);
});

test('added and deleted files are shown whole, and the first commit with all its files', async () => {
  const path = 'posts/tides.md';
  const { admin, outsider } = await startAsAdmin({ files: { [path]: 'One\nTwo\n' } });
  const first = await outsider.head();
  const deleted = await savedCommit(admin.delete('/api/posts/tides'));
  const post = { title: 'Tides', tags: [], hidden: false, content: 'One\nTwo' };
  const filesOf = async (commit: string) => (await readCommit(admin, commit)).files;
  const [removal, addition] = ['@@ -1,2 +0,0 @@\n-One\n-Two\n', '@@ -0,0 +1,2 @@\n+One\n+Two\n'];
  const before = { status: 'deleted', sizeBefore: 8, diff: removal, before: post, after: null };
  expect(await filesOf(deleted)).toEqual([{ path, binary: false, ...before }]);
  const after = { status: 'added', sizeAfter: 8, diff: addition, before: null, after: post };
  expect(await filesOf(first)).toEqual([{ path, binary: false, ...after }]);
});

test('binary files, and texts that are too large to compare, are shown with their sizes only', async () => {
  const { reads, store } = recordReads();
  const long = Array.from({ length: 6000 }, (_, i) => `Line ${i}`).join('\n');
  const { admin, repository } = await startAsAdmin({
    files: {
      'latin1.txt': Buffer.from([0xe9, 0x0a]),
      'notes.bin': Buffer.from([1, 0, 2]),
      'photos/beach.gif': await samplePhoto('tide.gif'),
      'posts/large.md': 'x'.repeat(600 * 1024),
      'posts/long.md': long,
    },
    store,
  });
  const { files } = await readCommit(admin, commitsOf(repository)[0]);
  expect(
    files.map(({ path, sizeAfter, binary, ...rest }) => [path, sizeAfter, binary, rest]),
  ).toEqual(
    [
      ['latin1.txt', 2, true],
      ['notes.bin', 3, true],
      ['photos/beach.gif', 997, true],
      ['posts/large.md', 600 * 1024, false],
      ['posts/long.md', long.length, false],
    ].map((file) => [...file, { status: 'added' }]),
  );
  expect(reads).not.toContain(git(repository, 'rev-parse', 'main:photos/beach.gif').trim());
});

test('an old version of a file is restored by a new commit, and the current one by none', async () => {
  const { admin, repository, show, visitor } = await startAsAdmin({ files: PROFILE });
  await rename(admin, 'Grace');
  await rename(admin, 'Hedy');
  const first = commitsOf(repository).at(-1) ?? '';
  const day = git(repository, 'log', '-1', '--format=%cI', first).slice(0, 10);
  const head = await savedCommit(restore(admin, first));
  expect(show('profile.json')).toBe(PROFILE['profile.json']);
  expect(subjectOf(repository)).toBe(`Restore profile as of ${day}`);
  const served = await visitor.get('/api/content');
  expect(served.headers.get('content-revision')).toBe(head);
  expect(await json(restore(admin, first))).toEqual({ revision: head });
  expect(commitsOf(repository)[0]).toBe(head);
});

test('a post that was renamed since is restored under its new name, and keeps its addresses', async () => {
  const { admin, outsider, push, paths, show } = await startAsAdmin({ files: TIDES });
  const first = await outsider.head();
  await push({ 'posts/tides.md': null, 'posts/sea.md': `${POST}\nMore\n` });
  expect((await restore(admin, first, 'posts/tides.md')).status).toBe(200);
  expect(show('posts/sea.md')).toBe(POST);
  expect((await move(admin, 'sea', 'ocean')).status).toBe(200);
  expect((await restore(admin, first, 'posts/tides.md')).status).toBe(200);
  expect(paths()).toEqual(['posts/ocean.md']);
  expect(show('posts/ocean.md')).toContain('aliases:\n  - /blogs/sea\n');
});

test('a deleted photo is restored byte for byte, with its metadata', async () => {
  const { admin, repository, visitor, content } = await startAsAdmin({ files: {} });
  const body = photoForm('tide.gif', await samplePhoto('tide.gif'));
  const { id, key } = await json<UploadResponse>(admin.request('POST', '/api/uploads', { body }));
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

test("the site's metadata are restored with their logo, and a logo's file with its entry only", async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const site = { title: 'Ada', description: 'A site', homeButtonMode: 'text', logo };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  const { admin, outsider, paths, repository, show } = await startAsAdmin({
    files: { 'site.json': `${JSON.stringify(site, null, 2)}\n`, 'assets/logo.svg': svg },
  });
  const first = await outsider.head();
  const png = Buffer.from(await samplePhoto('lighthouse.png')).toString('base64');
  const data = `data:image/png;base64,${png}`;
  await savedCommit(
    admin.put('/api/site', { ...site, logo: { ...logo, data, type: 'image/png' } }),
  );
  expect(paths()).toEqual(['assets/logo.png', 'site.json']);
  await restore(admin, first, 'site.json');
  expect(paths()).toEqual(['assets/logo.svg', 'site.json']);
  expect(show('assets/logo.svg')).toBe(svg);

  await savedCommit(admin.put('/api/site', { ...site, title: 'Grace', logo: null }));
  expect(paths()).toEqual(['site.json']);
  await restore(admin, first, 'assets/logo.svg');
  expect(show('assets/logo.svg')).toBe(svg);
  expect(JSON.parse(show('site.json'))).toEqual({ ...site, title: 'Grace' });
  expect(subjectOf(repository)).toMatch(/^Restore logo as of /);
});

test('what did not exist at the commit, or is not content, is not restored, and nothing is deleted', async () => {
  const files = { 'README.md': 'Mine\n' };
  const { admin, outsider, push, repository } = await startAsAdmin({ files });
  const first = await outsider.head();
  const head = await push(TIDES);
  const response = await restore(admin, first, 'posts/tides.md');
  const message = 'posts/tides.md did not exist at that time';
  const absent = { code: 'EntityNotFound', message };
  expect([response.status, await response.json()]).toEqual([404, absent]);
  const names = ['README.md', '../profile.json', '.git/config', 'photos/../../x', 'posts/a/b.md'];
  for (const name of [...names, '']) {
    const issues = await issuesOf(restore(admin, first, name));
    expect([name, issues]).toEqual([name, [expect.stringMatching(/^path: /)]]);
  }
  expect(commitsOf(repository)[0]).toBe(head);
});

test('a commit that does not exist is a 404', async () => {
  const { admin, visitor, outsider } = await startAsAdmin({ files: PROFILE });
  for (const sha of ['0'.repeat(40), 'main', 'HEAD~1', '..', 'x'.repeat(40)]) {
    expect((await admin.get(`/api/history/${encodeURIComponent(sha)}`)).status, sha).toBe(404);
    expect((await restore(admin, sha)).status, sha).toBe(404);
    expect((await undo(admin, sha)).status, sha).toBe(404);
  }
  expect((await undo(visitor, await outsider.head())).status).toBe(401);
});
