import {
  badGateway,
  badGatewayAfter,
  lostResponse,
  networkFailure,
  primaryLimit,
  secondaryLimit,
  serverError,
  slow,
  slowResponse,
  somethingWentWrong,
  staleData,
  type Fault,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import { messageOf, readContent, rename, storedName, subjectsOf } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const FIRST = 'Add the first content';
const SAVED = 'Update profile: name';
const TIMEOUT_MS = 600;
/** Longer than any machine stands still. The client ends the request before. */
const TOO_LATE_MS = 60_000;

const start = async () => {
  const server = await startGitHubTestServer({ store: { timeoutMs: TIMEOUT_MS } });
  const admin = await server.signIn();
  await readContent(admin);
  return { ...server, admin };
};

test('a save takes one request and makes one commit, signed by GitHub, without a read after it', async () => {
  const { admin, github, repository } = await start();
  const mark = github.requests.mark();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect((await readContent(admin)).profile.name).toBe('Bea');
  expect(mark.requests().map(({ operation }) => operation)).toEqual(['graphql/mutation']);
  expect(storedName(repository)).toBe('Bea');
  const [commit] = repository.commits();
  expect(commit?.gpgsig).toContain('BEGIN PGP SIGNATURE');
  expect(commit?.message).toMatch(
    /^Update profile: name\n\nCo-authored-by: Bea <ada@example.com>\nKind: Update profile\nOperation-Id: \w{26}\n?$/,
  );
});

test('the administrator is a co-author beside the owner of the token, unless they are the same', async () => {
  const trailers = (message = '') => message.match(/^Co-authored-by: .*$/gm);
  const { admin, repository } = await start();
  await rename(admin, 'Bea');
  // The first commit shows who owns the token.
  await rename(admin, 'Cleo');
  const [second, first] = repository.commits();
  expect(trailers(first?.message)).toEqual(['Co-authored-by: Bea <ada@example.com>']);
  expect(second?.author.email).toBe('ada@example.com');
  expect(trailers(second?.message)).toBeNull();
});

test.each<{ name: string; fault: Fault; requests: number }>([
  { name: 'its answer is lost', fault: lostResponse(), requests: 2 },
  { name: 'a 502 page takes the place of its answer', fault: badGatewayAfter(), requests: 2 },
  { name: 'its answer comes too late', fault: slowResponse(TOO_LATE_MS), requests: 2 },
  { name: 'a 502 page keeps it from GitHub', fault: badGateway(), requests: 3 },
  { name: 'it never arrives', fault: networkFailure(), requests: 3 },
  { name: 'GitHub fails with 500', fault: serverError(), requests: 3 },
  { name: 'something goes wrong at GitHub', fault: somethingWentWrong(), requests: 3 },
])('a save is made once and reported as saved when $name', async ({ fault, requests }) => {
  const { admin, github, repository } = await start();
  github.faults.next(fault, { on: 'graphql/mutation' });
  const mark = github.requests.mark();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(github.faults.pending).toEqual([]);
  expect(mark.count()).toBe(requests);
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
  expect(storedName(repository)).toBe('Bea');
  expect((await readContent(admin)).profile.name).toBe('Bea');
});

test('a save whose response is lost is found below later pushes', async () => {
  const { admin, github, repository } = await start();
  const happen: Fault['happen'] = async (_, proceed) => {
    await proceed();
    for (const text of ['1', '2', '3']) repository.push({ changes: { 'notes.txt': text } });
    return badGateway().happen(_, proceed);
  };
  github.faults.next({ name: 'overtaken', happen }, { on: 'graphql/mutation' });
  const { posts } = await readContent(admin);
  const created = [...posts, { title: 'New', content: 'Text' }];
  expect((await admin.put('/api/posts?posts=summary', created)).status).toBe(200);
  const subjects = subjectsOf(repository).filter((subject) => subject.startsWith('Create post'));
  expect(subjects).toEqual(['Create post "New"']);
  expect((await rename(admin, 'Cleo')).status).toBe(200);
  expect(storedName(repository)).toBe('Cleo');
  expect(repository.files().get('notes.txt')?.toString()).toBe('3');
});

test('a save that lands late is found even when its repetition is refused', async () => {
  const { admin, github, repository } = await start();
  let land: () => Promise<unknown> = () => Promise.resolve();
  const late: Fault['happen'] = (exchange, proceed) => {
    land = proceed;
    return badGateway().happen(exchange, proceed);
  };
  const landed: Fault['happen'] = (exchange, proceed) =>
    land().then(() => secondaryLimit().happen(exchange, proceed));
  github.faults.next({ name: 'late', happen: late }, { on: 'graphql/mutation' });
  github.faults.next({ name: 'landed', happen: landed }, { on: 'graphql/mutation' });
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(github.faults.pending).toEqual([]);
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});

test('a save that GitHub wrongly refuses as stale is made on the same head', async () => {
  const { admin, github, repository } = await start();
  github.faults.next(staleData());
  const mark = github.requests.mark();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  const operations = mark.requests().map(({ operation }) => operation);
  expect(operations).toEqual(['graphql/mutation', 'graphql/query', 'graphql/mutation']);
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});

test.each([
  [secondaryLimit({ retryAfter: 30 }), 30, 'GitHub asks to slow down', '30 seconds'],
  [secondaryLimit({ status: 429 }), 60, 'GitHub asks to slow down', '60 seconds'],
  [primaryLimit(), 3600, "GitHub's request quota is used up", '60 minutes'],
] as const)(
  'a save over the limit is not made, and the response says when to try again: %# after %s seconds',
  async (fault, retryAfter, reason, time) => {
    const { admin, github, repository } = await start();
    github.faults.next(fault, { on: 'graphql/mutation' });
    const mark = github.requests.mark();
    const response = await rename(admin, 'Bea');
    expect(response.status).toBe(503);
    const seconds = Number(response.headers.get('retry-after'));
    expect(Math.abs(seconds - retryAfter)).toBeLessThan(3);
    expect(await messageOf(response)).toBe(`${reason}. Please try again in ${time}.`);
    expect(mark.count()).toBe(1);
    expect(subjectsOf(repository)).toEqual([FIRST]);
    expect((await rename(admin, 'Bea')).status).toBe(200);
    expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
  },
);

test('a save that never reached a slow GitHub is not made, and the response says so', async () => {
  const { admin, github, repository } = await start();
  github.faults.next(slow(TOO_LATE_MS), { on: 'graphql/mutation' });
  const response = await rename(admin, 'Bea');
  expect(response.status).toBe(503);
  expect(await messageOf(response)).toBe(
    'GitHub does not answer in time. Please try again in a moment.',
  );
  expect(response.headers.get('retry-after')).toBe('10');
  expect(subjectsOf(repository)).toEqual([FIRST]);
  expect((await readContent(admin)).profile.name).not.toBe('Bea');
});

test('a save with an unknown outcome is reported neither as saved nor as lost', async () => {
  const { admin, github, content, repository } = await start();
  github.faults.next(lostResponse(), { on: 'graphql/mutation' });
  const back = github.faults.set(badGateway(), { on: 'graphql/query' });
  const response = await rename(admin, 'Bea');
  expect(response.status).toBe(503);
  expect(await messageOf(response)).toBe(
    'GitHub does not answer whether this was saved. Please look before you save it again.',
  );
  back();
  await content.reader.refresh();
  expect((await readContent(admin)).profile.name).toBe('Bea');
  // Saved again all the same: there is nothing left to write.
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(subjectsOf(repository)).toEqual([SAVED, FIRST]);
});
