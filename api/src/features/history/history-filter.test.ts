import type { HistoryResponse, Profile } from 'content-schema';
import { setupServer } from 'msw/node';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { git } from '../../../test/git.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startTestServer, type TestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const FILES = new Map(
  Object.entries({
    'profile.json': '{\n  "name": "Ada"\n}\n',
    'posts/tides.md': '---\ntitle: Tides\n---\n\nOne\n',
    'posts/wind.md': '---\ntitle: Wind\n---\n\nOne\n',
  }).map(([path, text]) => [path, Buffer.from(text)]),
);

const get = async <Body>(client: TestClient, path: string): Promise<Body> => {
  const response = await client.get(path);
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
  return (await response.json()) as Body;
};

const subjectsOf = async (client: TestClient, query: Record<string, string>): Promise<string[]> => {
  const path = `/api/history?${new URLSearchParams(query).toString()}`;
  return (await get<HistoryResponse>(client, path)).commits.map(({ subject }) => subject);
};

const rename = async (admin: TestClient, name: string): Promise<void> => {
  const { profile } = await get<{ profile: Profile }>(admin, '/api/content');
  expect((await admin.put('/api/profile', { ...profile, name })).status).toBe(200);
};

/** Pushes a commit with another date and author. */
const pushAt = async (
  { repository, content }: TestServer,
  date: Date,
  message = 'Pushed by hand',
  [name, email]: readonly [string, string] = ['Grace Hopper', 'grace@example.com'],
): Promise<void> => {
  const person = `${name} <${email}> ${Math.floor(date.getTime() / 1000)} +0000`;
  const post = `---\ntitle: Wind\n---\n\n${message}\n`;
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}`;
  const commit = [
    'commit refs/heads/main',
    ...[`author ${person}`, `committer ${person}`, data(`${message}\n`)],
    'from refs/heads/main^0',
    ...['M 100644 inline posts/wind.md', data(post)],
  ];
  execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], {
    input: `${commit.join('\n')}\n`,
  });
  await content.reader.refresh();
};

test('changes are filtered by file, by words, and by both', async () => {
  const { signIn } = await startTestServer({ files: FILES });
  const admin = await signIn();
  await rename(admin, 'Ada Lovelace');
  await admin.patch('/api/posts/tides/visibility', { hidden: true });
  await admin.patch('/api/posts/wind/visibility', { hidden: true });
  expect(await subjectsOf(admin, { path: 'posts' })).toEqual([
    'Hide post "Wind"',
    'Hide post "Tides"',
    'Begin',
  ]);
  expect(await subjectsOf(admin, { q: ' TIDES hide' })).toEqual(['Hide post "Tides"']);
  expect(await subjectsOf(admin, { q: 'lovelace' })).toEqual([
    'Hide post "Wind"',
    'Hide post "Tides"',
  ]);
  expect(await subjectsOf(admin, { q: 'hide', path: 'posts/wind.md' })).toEqual([
    'Hide post "Wind"',
  ]);
  expect(await subjectsOf(admin, { q: 'hide', path: 'photos' })).toEqual([]);
});

test('search results are paginated', async () => {
  const server = await startTestServer({ files: FILES });
  const admin = await server.signIn();
  for (let n = 1; n <= 31; n += 1) await pushAt(server, new Date(), `Change ${n}`);
  await rename(admin, 'Grace');
  const first = await get<HistoryResponse>(admin, '/api/history?q=change');
  expect(first).toMatchObject({ hasMore: true, page: 1 });
  expect(first.commits).toHaveLength(30);
  expect(first).not.toHaveProperty('searchedTo');
  const second = await get<HistoryResponse>(admin, '/api/history?q=change&page=2');
  expect(second.commits.map(({ subject }) => subject)).toEqual(['Change 1']);
  expect(second.hasMore).toBe(false);
});

test('changes are limited to those up to a date', async () => {
  const server = await startTestServer({ files: FILES });
  const admin = await server.signIn();
  for (const day of ['2020-01-01', '2020-02-02', '2020-02-03']) {
    await pushAt(server, new Date(day), `Of ${day}`);
  }
  await rename(admin, 'Grace');
  const until = '2020-02-02T23:59:59.000Z';
  for (const filter of [{ until }, { q: 'of', until }]) {
    expect(await subjectsOf(admin, filter)).toEqual(['Of 2020-02-02', 'Of 2020-01-01']);
  }
});

test('each change has its origin', async () => {
  const server = await startTestServer({ files: FILES });
  const admin = await server.signIn();
  await rename(admin, 'Grace');
  await pushAt(server, new Date());
  await pushAt(server, new Date(), 'Merge pull request #1', ['GitHub', 'noreply@github.com']);
  const { commits } = await get<HistoryResponse>(admin, '/api/history');
  expect(commits.map(({ origin }) => origin)).toEqual(['github', 'push', 'site', 'site']);
  git(server.repository, 'fsck', '--strict');
});

test('an invalid filter is refused with the reason', async () => {
  const { signIn } = await startTestServer({ files: FILES });
  const admin = await signIn();
  const rejections: readonly (readonly [path: string, message: string])[] = [
    ['?until=yesterday', 'until must be an ISO date'],
    [`?q=${'a'.repeat(201)}`, 'q must be 200 characters or fewer'],
  ];
  for (const [path, message] of rejections) {
    const response = await admin.get(`/api/history${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
  }
});

test('at GitHub a search takes at most ten requests, once, and reports how far it got', async () => {
  const { signIn, github, repository, content } = await startGitHubTestServer({ files: FILES });
  const admin = await signIn();
  for (let n = 1; n <= 1001; n += 1) {
    const date = new Date(Date.now() - (1001 - n) * 60_000);
    repository.push({ changes: { 'notes.txt': `${n}` }, message: `Note ${n}\n`, date });
  }
  await content.reader.refresh();
  const mark = github.requests.mark();
  const result = await get<HistoryResponse>(admin, '/api/history?q=note+7+');
  expect(mark.count()).toBe(10);
  expect(result.commits[0]?.subject).toBe('Note 997');
  const last = repository.commits()[999];
  expect(result.searchedTo).toBe(new Date((last?.committer.seconds ?? 0) * 1000).toISOString());
  await get<HistoryResponse>(admin, '/api/history?q=note+8');
  await get<HistoryResponse>(admin, '/api/history?q=note+8&page=2');
  expect(mark.count()).toBe(10);

  const older = await subjectsOf(admin, { q: 'note 1', until: result.searchedTo ?? '' });
  expect(older).toContain('Note 1');
});

const experience = (role: string, description: string) => ({
  ...{ role, company: 'Acme', year: '2020', location: '', description },
  ...{ achievements: [], stack: ['Git'] },
});

test.each([
  ['the local store', startTestServer],
  ['GitHub', startGitHubTestServer],
] as const)('an experience and a section have their own histories, on %s', async (_, start) => {
  const { signIn } = await start({ files: FILES });
  const admin = await signIn();
  const [pilot, cook] = [experience('Pilot', 'Ships'), experience('Cook', 'Soup')];
  const captain = experience('Captain', 'Ships and more ships');
  const saves = [
    [pilot],
    [pilot, cook],
    [cook, pilot],
    [{ ...cook, description: 'Stew' }, pilot],
    [cook, { ...captain, description: 'Ships' }],
    [cook, captain],
    [cook],
  ];
  for (const body of saves) expect((await admin.put('/api/experiences', body)).status).toBe(200);
  const { sections } = await get<{ sections: { achievements: object } }>(admin, '/api/content');
  await admin.put('/api/sections', { ...sections, contact: { description: 'Write' } });
  const achievements = { ...sections.achievements, items: ['First'] };
  await admin.put('/api/sections', { ...sections, achievements });

  const path = 'experiences.json';
  expect(await subjectsOf(admin, { path, part: 'Captain, Acme' })).toEqual([
    'Remove experience "Captain"',
    'Update experience "Captain"',
    'Update 2 experiences',
    'Add experience "Pilot"',
  ]);
  expect(await subjectsOf(admin, { path, part: 'Cook, Acme', q: 'cook' })).toEqual([
    'Update experience "Cook"',
    'Add experience "Cook"',
  ]);
  expect(await subjectsOf(admin, { path, part: 'Nobody' })).toEqual([]);
  expect(await subjectsOf(admin, { path: 'sections.json', part: 'achievements' })).toEqual([
    'Update section copy: contact description, achievements',
    // The file begins with all sections.
    'Update section copy: contact description',
  ]);
});
