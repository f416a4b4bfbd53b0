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

const start = async (options: { saveDeadlineMs?: number } = {}) => {
  const server = await startGitHubTestServer(options);
  const admin = await server.signIn();
  const { profile } = await readContent(admin);
  const save = (
    name: string,
    init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) =>
    admin.request('PUT', '/api/profile', {
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify({ ...profile, name }),
    });
  return { ...server, admin, save };
};

test('while GitHub does not respond, every save is refused in time, and none of them lands later', async () => {
  const { github, repository, admin, save } = await start({ saveDeadlineMs: DEADLINE_MS });
  const back = github.faults.set(slow(NEVER));
  const base = performance.now();
  const responses = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => save(name)));
  expect(performance.now() - base).toBeLessThan(DEADLINE_MS + 1500);
  for (const { status, headers } of responses) {
    expect([status, headers.get('retry-after')]).toEqual([503, '10']);
  }
  back();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});

test('a save that landed after its deadline is recognised when it is repeated', async () => {
  const { github, repository, save } = await start({ saveDeadlineMs: DEADLINE_MS });
  const key = { headers: { [IDEMPOTENCY_HEADER]: 'the-same-save' } };
  github.faults.next(slowResponse(NEVER), { on: 'graphql/mutation' });
  const response = await save('Bea', key);
  expect(response.status).toBe(503);
  expect(await messageOf(response)).toBe(
    'GitHub does not answer whether this was saved. Please look before you save it again.',
  );
  expect((await save('Bea', key)).status).toBe(200);
  expect(storedName(repository)).toBe('Bea');
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});

test('a save whose client has disconnected is not made', async () => {
  const { admin, github, repository, save } = await start();
  github.faults.next(slow(600), { on: 'graphql/mutation' });
  const first = save('One');
  await vi.waitFor(() => expect(github.faults.pending).toEqual([]));
  const client = new AbortController();
  const second = save('Two', { signal: client.signal });
  setTimeout(() => client.abort(), 200);
  await expect(second).rejects.toThrow();
  expect((await first).status).toBe(200);
  expect((await rename(admin, 'Three')).status).toBe(200);
  expect(subjectsOf(repository)).toEqual([SAVED, SAVED, FIRST]);
  expect(repository.commits().length).toBe(3);
});

test('while one save tests whether GitHub works again, the others are refused at once', async () => {
  const { github, save } = await start({ saveDeadlineMs: 3_000 });
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
