import { REVISION_HEADER, type ContentResponse } from 'content-schema';
import { slow } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { createTestClient } from '../test-client.ts';
import { readContent, rename, storedName, subjectsOf } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const PUSH_EVERY_MS = 250;
const LATENCY_MS = 60;
const SAVES = 20;

test('with four pushes per second every save succeeds', async () => {
  const { signIn, github, repository } = await startGitHubTestServer();
  const admin = await signIn();
  const { profile } = await readContent(admin);
  github.faults.set(slow(LATENCY_MS));
  let pushes = 0;
  const pushing = setInterval(() => {
    repository.push({ changes: { 'notes.txt': String((pushes += 1)) }, message: 'Push\n' });
  }, PUSH_EVERY_MS);
  onTestFinished(() => clearInterval(pushing));
  const statuses: number[] = [];
  for (let i = 1; i <= SAVES; i += 1) {
    const response = await admin.put('/api/profile', { ...profile, name: `Name ${i}` });
    statuses.push(response.status);
  }
  clearInterval(pushing);
  expect(statuses).toEqual(new Array(SAVES).fill(200));
  expect(pushes).toBeGreaterThan(SAVES / 4);
  expect(storedName(repository)).toBe(`Name ${SAVES}`);
  expect(repository.files().get('notes.txt')?.toString()).toBe(String(pushes));
  const saved = subjectsOf(repository).filter((subject) => subject === 'Update profile: name');
  expect(saved).toHaveLength(SAVES);
});

test('a save whose paths others did not change is made on their commit at once', async () => {
  const { signIn, github, repository } = await startGitHubTestServer();
  const admin = await signIn();
  const { posts } = await readContent(admin);
  repository.push({ changes: { 'posts/pushed.md': '# Pushed\n' }, message: 'Push\n' });
  const mark = github.requests.mark();
  const created = [...posts, { title: 'New', content: 'Text' }];
  const response = await admin.put('/api/posts?posts=summary', created);
  expect(response.status).toBe(200);
  expect(mark.requests().map(({ operation }) => operation)).toEqual([
    ...['graphql/mutation', 'graphql/query', 'graphql/mutation', 'git/get-tree', 'graphql/query'],
  ]);
  const titles = ((await response.json()) as ContentResponse['posts']).map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['New', 'Pushed']));
  expect(subjectsOf(repository)[1]).toBe('Push');
});

test('an outdated instance reads the revision that a client has edited first', async () => {
  const { signIn, restart, repository } = await startGitHubTestServer();
  const behind = await (await restart()).signIn();
  await readContent(behind);
  const admin = await signIn();
  const { profile } = await readContent(admin);
  const revision = (await rename(admin, 'Bea')).headers.get(REVISION_HEADER) ?? '';
  const again = { ...profile, name: 'Cleo' };
  const second = await behind.put('/api/profile', again, { [REVISION_HEADER]: revision });
  expect(second.status).toBe(200);
  expect(storedName(repository)).toBe('Cleo');
});

test('every instance shows a browser its own saves', async () => {
  const { signIn, restart, github } = await startGitHubTestServer();
  const other = await restart();
  await readContent(other.visitor);
  const admin = await signIn();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  const there = createTestClient(other.url);
  const cookie = admin.cookies();
  const read = async (headers: Record<string, string>) =>
    ((await (await there.get('/api/content', headers)).json()) as ContentResponse).profile.name;
  const forged = cookie.replace(/saved-revision=\w{40}/, `saved-revision=${'1'.repeat(40)}`);
  const mark = github.requests.mark();
  expect(await read({ cookie: forged })).not.toBe('Bea');
  expect(mark.count()).toBe(0);
  expect(await read({ cookie })).toBe('Bea');
});
