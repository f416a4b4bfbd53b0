import { IDEMPOTENCY_HEADER } from 'content-schema';
import { badGateway, slow, slowResponse } from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test, vi } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { messageOf, readContent, rename, storedName, subjectsOf } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const FIRST = 'Add the first content';
const SAVED = 'Update profile: name';
const DEADLINE_MS = 700;
const NEVER = 60_000;

test('while GitHub does not respond, every save is refused in time, and none of them lands later', async () => {
  const { signIn, github, repository } = await startGitHubTestServer({
    saveDeadlineMs: DEADLINE_MS,
  });
  const admin = await signIn();
  const { profile } = await readContent(admin);
  const back = github.faults.set(slow(NEVER));
  const base = performance.now();
  const responses = await Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((name) => admin.put('/api/profile', { ...profile, name })),
  );
  expect(performance.now() - base).toBeLessThan(DEADLINE_MS + 1500);
  expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual([
    '10',
    '10',
    '10',
    '10',
  ]);
  back();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});

test('a save that landed after its deadline is recognised when it is repeated', async () => {
  const { signIn, github, repository } = await startGitHubTestServer({
    saveDeadlineMs: DEADLINE_MS,
  });
  const admin = await signIn();
  const { profile } = await readContent(admin);
  const save = () =>
    admin.put(
      '/api/profile',
      { ...profile, name: 'Bea' },
      { [IDEMPOTENCY_HEADER]: 'the-same-save' },
    );
  github.faults.next(slowResponse(NEVER), { on: 'graphql/mutation' });
  const response = await save();
  expect(response.status).toBe(503);
  expect(await messageOf(response)).toBe(
    'GitHub does not answer whether this was saved. Please look before you save it again.',
  );
  expect((await save()).status).toBe(200);
  expect(storedName(repository)).toBe('Bea');
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});

test('a save whose client has disconnected is not made', async () => {
  const { signIn, github, repository } = await startGitHubTestServer();
  const admin = await signIn();
  const { profile } = await readContent(admin);
  github.faults.next(slow(600), { on: 'graphql/mutation' });
  const first = admin.put('/api/profile', { ...profile, name: 'One' });
  await vi.waitFor(() => expect(github.faults.pending).toEqual([]));
  const client = new AbortController();
  const second = admin.request('PUT', '/api/profile', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...profile, name: 'Two' }),
    signal: client.signal,
  });
  setTimeout(() => client.abort(), 200);
  await expect(second).rejects.toThrow();
  expect((await first).status).toBe(200);
  expect((await rename(admin, 'Three')).status).toBe(200);
  expect(subjectsOf(repository)).toEqual([SAVED, SAVED, FIRST]);
  expect(repository.commits().length).toBe(3);
});

test('while one save tests whether GitHub works again, the others are refused at once', async () => {
  const { signIn, github } = await startGitHubTestServer({ saveDeadlineMs: 3_000 });
  const admin = await signIn();
  const { profile } = await readContent(admin);
  const save = (name: string) => admin.put('/api/profile', { ...profile, name });
  const back = github.faults.set(badGateway(), { on: 'graphql/mutation' });
  expect((await save('One')).status).toBe(503);
  back();
  github.faults.next(slow(1_000), { on: 'graphql/mutation' });
  const trying = save('Two');
  await vi.waitFor(() => expect(github.faults.pending).toEqual([]));
  const base = performance.now();
  expect((await save('Three')).status).toBe(503);
  expect(performance.now() - base).toBeLessThan(500);
  expect((await trying).status).toBe(200);
  expect((await save('Four')).status).toBe(200);
});
