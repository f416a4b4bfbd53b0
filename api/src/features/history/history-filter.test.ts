import type { HistoryResponse } from 'content-schema';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { bothStores } from '../../../test/both-stores.ts';
import { git } from '../../../test/git.ts';
import { fastImport } from '../../core/git-store/local/test/git.ts';
import { readContent, rename } from '../../../test/github/edits.ts';
import { issuesOf, read, savedCommit } from '../../../test/responses.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import { startAsAdmin, type TestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const FILES = {
  'profile.json': '{\n  "name": "Ada"\n}\n',
  'posts/tides.md': '---\ntitle: Tides\n---\n\nOne\n',
  'posts/wind.md': '---\ntitle: Wind\n---\n\nOne\n',
};

const readHistory = (client: TestClient, query: Record<string, string>) =>
  read<HistoryResponse>(client, `/api/history?${new URLSearchParams(query)}`);

const subjectsOf = async (client: TestClient, query: Record<string, string>): Promise<string[]> =>
  (await readHistory(client, query)).commits.map(({ subject }) => subject);

/** Pushes a commit with another date and author. */
const pushAt = async (
  { repository, content }: TestServer,
  date: Date,
  message = 'Pushed by hand',
  author = 'Grace Hopper <grace@example.com>',
): Promise<void> => {
  const files = new Map([['posts/wind.md', `---\ntitle: Wind\n---\n\n${message}\n`]]);
  const by = { author, date };
  await fastImport(repository, 'main', 'refs/heads/main^0', files, `${message}\n`, by);
  await content.reader.refresh();
};

test('changes are filtered by file, by words, and by both', async () => {
  const { admin } = await startAsAdmin({ files: FILES });
  await savedCommit(rename(admin, 'Ada Lovelace'));
  for (const id of ['tides', 'wind']) {
    await admin.patch(`/api/posts/${id}/visibility`, { hidden: true });
  }
  const [wind, tides] = ['Hide post "Wind"', 'Hide post "Tides"'];
  for (const [query, subjects] of [
    [{ path: 'posts' }, [wind, tides, 'Begin']],
    [{ path: 'posts/tides.md' }, [tides, 'Begin']],
    [{ path: 'profile.json' }, ['Update profile: name', 'Begin']],
    [{ path: 'posts/never.md' }, []],
    [{ q: ' TIDES hide' }, [tides]],
    [{ q: 'lovelace' }, [wind, tides, 'Update profile: name']],
    [{ q: 'hide', path: 'posts/wind.md' }, [wind]],
    [{ q: 'hide', path: 'photos' }, []],
  ] as const) {
    expect([query, await subjectsOf(admin, query)]).toEqual([query, subjects]);
  }
});

test('the changes, and search results, have pages of thirty', async () => {
  const server = await startAsAdmin({ files: FILES });
  const { admin } = server;
  for (let n = 1; n <= 31; n += 1) await pushAt(server, new Date(), `Change ${n}`);
  await rename(admin, 'Grace');
  for (const [query, newest, others] of [
    [{}, 'Update profile: name', ['Change 2', 'Change 1', 'Begin']],
    [{ q: 'change' }, 'Change 31', ['Change 1']],
  ] as const) {
    const first = await readHistory(admin, query);
    expect(first).toMatchObject({ hasMore: true, page: 1, commits: { length: 30 } });
    expect(first.commits[0]?.subject).toBe(newest);
    expect(first).not.toHaveProperty('searchedTo');
    const second = await readHistory(admin, { ...query, page: '2' });
    expect(second).toMatchObject({ hasMore: false, page: 2 });
    expect(second.commits.map(({ subject }) => subject)).toEqual(others);
  }
  const third = await readHistory(admin, { page: '3' });
  expect(third).toEqual({ commits: [], page: 3, hasMore: false });
});

test('changes are limited to those up to a date', async () => {
  const server = await startAsAdmin({ files: FILES });
  const { admin } = server;
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
  const server = await startAsAdmin({ files: FILES });
  await rename(server.admin, 'Grace');
  await pushAt(server, new Date());
  await pushAt(server, new Date(), 'Merge pull request #1', 'GitHub <noreply@github.com>');
  const { commits } = await readHistory(server.admin, {});
  expect(commits.map(({ origin }) => origin)).toEqual(['github', 'push', 'site', 'site']);
  git(server.repository, 'fsck', '--strict');
});

test('an invalid query is refused with all issues', async () => {
  const { admin } = await startAsAdmin({ files: FILES });
  const path = 'path: Choose a file of the content: a JSON file, a post, a photo or the logo';
  for (const [query, ...issues] of [
    ['until=yesterday', 'until: until must be an ISO date'],
    [`q=${'a'.repeat(201)}`, 'q: q must be 200 characters or fewer'],
    ['page=0&path=../secrets', path, 'page: page must be a whole number from 1 to 10000'],
  ]) {
    expect(await issuesOf(admin.get(`/api/history?${query}`))).toEqual(issues);
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
  const { commits, searchedTo = '' } = await readHistory(admin, { q: 'note 7 ' });
  expect(mark.count()).toBe(10);
  expect(commits[0]?.subject).toBe('Note 997');
  const last = repository.commits()[999];
  expect(searchedTo).toBe(new Date((last?.committer.seconds ?? 0) * 1000).toISOString());
  await readHistory(admin, { q: 'note 8' });
  await readHistory(admin, { q: 'note 8', page: '2' });
  expect(mark.count()).toBe(10);
  expect(await subjectsOf(admin, { q: 'note 1', until: searchedTo })).toContain('Note 1');
});

const experience = (role: string, description: string) => ({
  ...{ role, company: 'Acme', year: '2020', location: '', description },
  ...{ achievements: [], stack: ['Git'] },
});

test.each(bothStores(startGitHubTestServer))(
  'an experience and a section have their own histories, on $store',
  async ({ open }) => {
    const { admin } = await open(FILES);
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
    for (const body of saves) await savedCommit(admin.put('/api/experiences', body));
    const { sections } = await readContent(admin);
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
    // The file begins with all sections.
    const section = { path: 'sections.json', part: 'achievements' };
    expect(await subjectsOf(admin, section)).toEqual(
      [', achievements', ''].map((more) => `Update section copy: contact description${more}`),
    );
  },
);
