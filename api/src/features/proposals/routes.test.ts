// Needs: history
import type { ErrorResponseBody, ProposalsResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readProposal } from '../../../test/compared.ts';
import { bytesOf, type TestFiles } from '../../../test/files.ts';
import { changesOf, commitsOf, git } from '../../../test/git.ts';
import { publish as publishing } from '../../../test/merge-calls.ts';
import { conflictsOf, json, read, savedCommit } from '../../../test/responses.ts';
import { startAsAdmin, type TestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const PAINTER = PROFILE.replace('Poet', 'Painter');
const TIDES = '---\ntitle: Tides\ntags: [sea]\n---\n\nOne\n\nTwo\n\nThree\n';
const WIND = '---\ntitle: Wind\n---\n\nSee [tides](/blogs/tides).\n';

const start = async (files: TestFiles = {}) => {
  const own = { 'profile.json': PROFILE, 'posts/tides.md': TIDES, 'posts/wind.md': WIND };
  return startAsAdmin({ files: { ...own, ...files }, web: await testWebApp() });
};

const project = (text: string): string =>
  JSON.stringify({ projects: { items: [{ id: 'lamp', name: 'Lamp', text }] } });

/** Commits files onto a branch, which begins at the head of the site. */
const propose = async (
  { outsider, content }: TestServer,
  files: TestFiles,
  branch = 'idea',
): Promise<string> => {
  const expectedHead = await outsider.resolve({ branch }).catch(() => outsider.head());
  const request = { expectedHead, branch, message: 'An idea\n', operationId: 'none' };
  const { head } = await outsider.commit({ ...request, changes: bytesOf(files) });
  content.branches.forget();
  return head;
};

type Options = NonNullable<Parameters<typeof publishing>[2]>;

/** Publishes a proposal, as it is now unless its commit is named. */
const publish = async (
  admin: TestClient,
  { id = 'idea', head, ...options }: Options & { id?: string; head?: string } = {},
): Promise<Response> =>
  publishing(admin, { id, head: head ?? (await readProposal(admin, id)).head }, options);

const readList = (admin: TestClient) => read<ProposalsResponse>(admin, '/api/proposals');

const parentsOf = ({ repository }: TestServer): string[] =>
  git(repository, 'log', '-1', '--format=%P', 'main').trim().split(' ');

test('the list has the other branches, and only the administrator sees it', async () => {
  const server = await start();
  const { admin, visitor, push, content } = server;
  expect(await readList(admin)).toEqual({ proposals: [] });
  const head = await propose(server, { 'posts/new.md': '---\ntitle: New\n---\n' });
  const date = expect.any(String) as string;
  const facts = { id: 'idea', title: 'An idea', author: 'ada', head, paths: ['posts/new.md'] };
  expect(await readList(admin)).toEqual({ proposals: [{ ...facts, date }] });
  await propose(server, { 'profile.json': '{\n  "name": "Ada\n}\n' }, 'broken');
  const problems = async () =>
    (await readList(admin)).proposals.map(({ id, problem }) => [id, problem]).sort();
  const expected = [
    ['broken', expect.stringMatching(/^profile\.json:\d+ \S/)],
    ['idea', undefined],
  ];
  expect(await problems()).toEqual(expected);
  // Not that of the site.
  await push({ 'profile.json': '[]\n' });
  content.branches.forget();
  expect(await problems()).toEqual(expected);
  for (const path of ['/api/proposals', '/api/proposals/idea'])
    expect((await visitor.get(path)).status).toBe(401);
  expect((await visitor.post('/api/proposals/idea/publish', {})).status).toBe(401);
  expect((await admin.get('/api/proposals/other')).status).toBe(404);
});

test('a proposal shows its files, and the pages before and after', async () => {
  const server = await start({ 'sections.json': project('Light') });
  const { admin, outsider, push } = server;
  const base = await outsider.head();
  await propose(server, {
    'sections.json': project('Lights'),
    'profile.json': PAINTER,
    'posts/tides.md': TIDES.replace('Two', 'Second'),
    'posts/calm.md': '---\ntitle: Calm\n---\n\nNo wind\n',
    'posts/draft.md': '---\ntitle: Draft\nhidden: true\n---\n',
    'photos/a.gif': await samplePhoto('tide.gif'),
  });
  await push({ 'posts/wind.md': WIND.replace('See', 'Read') });
  const { head, files, pages, ...proposal } = await readProposal(admin, 'idea');
  expect(proposal).toMatchObject({ base, from: base, to: head, problems: [], comments: [] });
  const diff = expect.stringContaining('+Second') as string;
  expect(files).toMatchObject([
    { path: 'photos/a.gif', status: 'added', binary: true },
    { path: 'posts/calm.md', status: 'added', before: null, after: { title: 'Calm' } },
    { path: 'posts/draft.md', status: 'added' },
    { path: 'posts/tides.md', status: 'modified', diff },
    { path: 'profile.json', before: { title: 'Poet' }, after: { title: 'Painter' } },
    { path: 'sections.json' },
  ]);
  expect(pages.toSorted((one, other) => (one.title < other.title ? -1 : 1))).toEqual([
    { title: 'Calm', after: '/blogs/calm' },
    { title: 'Home', before: '/', after: '/' },
    { title: 'Lamp', before: '/projects/lamp', after: '/projects/lamp' },
    { title: 'Tides', before: '/blogs/tides', after: '/blogs/tides' },
  ]);
  for (const { before, after } of pages) {
    const paths = [before && `/past/${base}${before}`, after && `/past/${head}${after}`];
    for (const path of paths.flatMap((address) => address ?? []))
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  expect(await (await admin.get(`/past/${head}/blogs/tides`)).text()).toContain('Second');
  expect(await (await admin.get(`/past/${base}/blogs/tides`)).text()).not.toContain('Second');
});

test('it shows what it would break, and not what was broken before', async () => {
  const server = await start({
    'posts/old.md': '---\ntitle: Old\naliases: [/blogs/older]\n---\n\n[gone](/blogs/gone)\n',
    'posts/broken.md': '---\ntitle: [x\n---\n',
    'sections.json': project('Light'),
    'posts/hide.md': '---\ntitle: Hide\n---\n',
    'posts/kept.md': '---\ntitle: Kept\n---\n\nA text that is long enough to be found again.\n',
    'posts/moved.md': '---\ntitle: Moved\n---\n\nAnother text, that is long enough as well.\n',
  });
  await propose(server, {
    'posts/tides.md': null,
    'sections.json': '{}',
    'posts/old.md': '---\ntitle: Old\n---\n\n[gone](/blogs/gone) [never](/blogs/never)\n',
    'posts/hide.md': '---\ntitle: Hide\nhidden: true\n---\n',
    'posts/kept.md': null,
    'posts/renamed.md': '---\ntitle: Kept\n---\n\nA text that is long enough to be found again.\n',
    'posts/moved.md': null,
    'posts/aliased.md': '---\ntitle: New\naliases: [/blogs/moved]\n---\n\nEntirely new words\n',
    'profile.json': '{\n  "name": "Ada\n}\n',
  });
  const proposal = await readProposal(server.admin, 'idea');
  expect(proposal.problems).toMatchObject([
    { path: 'profile.json', line: expect.any(Number) as number },
  ]);
  expect(proposal.deadLinks).toEqual(
    expect.arrayContaining([
      { id: 'wind', title: 'Wind', paths: ['/blogs/tides'] },
      { id: 'old', title: 'Old', paths: ['/blogs/never'] },
    ]),
  );
  expect(proposal.deadLinks).toHaveLength(2);
  const ended = ['/blogs/hide', '/blogs/older', '/blogs/tides', '/projects/lamp'];
  expect([...proposal.endedAddresses].sort()).toEqual(ended);
  const renamed = proposal.pages.find(({ title }) => title === 'Kept');
  expect(renamed).toEqual({ title: 'Kept', before: '/blogs/kept', after: '/blogs/renamed' });
});

test('a true conflict asks as an undo does, and a decision resolves it', async () => {
  const server = await start();
  const { admin, push, repository, show } = server;
  await propose(server, { 'profile.json': PAINTER });
  const revision = await push({ 'profile.json': PROFILE.replace('Poet', 'Sculptor') });
  const rejected = await publish(admin);
  expect(await rejected.clone().json()).toMatchObject({ revision });
  const [file, field] = ['profile.json', 'title'];
  expect(await conflictsOf(rejected)).toEqual([
    { file, field, base: 'Poet', theirs: 'Sculptor', mine: 'Painter' },
  ]);
  expect(commitsOf(repository)[0]).toBe(revision);
  const decisions = [{ file, field, value: 'Sculptor' }];
  await savedCommit(publish(admin, { decisions, revision }));
  // All of it was decided against: it is merged nevertheless.
  expect(JSON.parse(show(file))).toMatchObject({ title: 'Sculptor' });
  expect(parentsOf(server)).toHaveLength(2);
});

test('what belongs to a file is left out with it: a logo, the details of a photo, a moved file', async () => {
  const photo = 'photos/01JWT6444RQM8SZKMERQ1BVHWF';
  const siteWith = (alt: string) => ({
    'site.json': JSON.stringify({ logo: { path: 'assets/logo.svg', type: 'image/svg+xml', alt } }),
    'assets/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" id="${alt}"/>`,
  });
  const server = await start(siteWith('Old'));
  await propose(server, {
    ...{ 'profile.json': PAINTER, 'posts/tides.md': null, 'posts/waves.md': TIDES },
    ...siteWith('New'),
    [`${photo}/a.webp`]: await samplePhoto('dunes.webp'),
    [`${photo}/photo.json`]: '{ "alt": "Dunes" }\n',
  });
  await server.push({ 'posts/wind.md': WIND.replace('See', 'Read') });
  const left = ['posts/tides.md', 'assets/logo.svg', `${photo}/photo.json`];
  await savedCommit(publish(server.admin, { leaveOut: left.map((file) => ({ file })) }));
  expect(changesOf(server.repository)).toEqual(['M profile.json']);
});

test('moves in several commits of a proposal are followed', async () => {
  const server = await start();
  await propose(server, { 'posts/tides.md': null, 'posts/waves.md': TIDES });
  await propose(server, { 'posts/waves.md': null, 'posts/sea.md': TIDES });
  await server.push({ 'posts/tides.md': TIDES.replace('Two', 'Second') });
  await savedCommit(publish(server.admin));
  expect(server.show('posts/sea.md')).toContain('Second');
  expect(changesOf(server.repository)).toContain('D posts/tides.md');
});

test('what can not be published is refused with the reason', async () => {
  const server = await start();
  const { admin, repository } = server;
  const head = await propose(server, { 'profile.json': PAINTER });
  const rejected = async (...args: Parameters<typeof publish>) => {
    const response = await publish(...args);
    const { message, issues } = await json<ErrorResponseBody>(response);
    return [response.status, issues?.map(({ path, message }) => `${path}: ${message}`) ?? message];
  };
  const others = [{ file: 'posts/tides.md' }, { file: 'profile.json' }, { file: 'x' }];
  const unchanged = 'The proposal does not change this';
  expect(await rejected(admin, { leaveOut: others })).toEqual([
    400,
    [`leaveOut.0: ${unchanged}`, `leaveOut.2: ${unchanged}`],
  ]);
  expect(await rejected(admin, { leaveOut: [{ file: 'profile.json' }] })).toEqual([
    400,
    ['leaveOut: Choose at least one change to publish'],
  ]);
  const title = { leaveOut: [{ file: 'profile.json', field: 'title' }] };
  expect(await rejected(admin, title)).toEqual([
    400,
    ['leaveOut.0.field: Only whole files can be left out'],
  ]);
  await propose(server, { 'posts/more.md': '---\ntitle: More\n---\n' });
  expect(await rejected(admin, { head })).toEqual([
    409,
    'The proposal was changed since you opened it. Read it again before you publish it.',
  ]);
  expect((await rejected(admin, { id: 'never', head }))[0]).toBe(404);
  expect((await rejected(admin, { head: 'main' }))[0]).toBe(404);

  const branchOf = (name: string, tree: string, ...parents: string[]) => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@a'];
    const commit = git(repository, ...author, 'commit-tree', ...parents, '-m', name, tree).trim();
    git(repository, 'branch', name, commit);
    server.content.branches.forget();
    return { id: name, head: commit };
  };
  const orphan = branchOf('orphan', git(repository, 'rev-parse', 'main^{tree}').trim());
  expect(await rejected(admin, orphan)).toEqual([
    400,
    ['head: This proposal has no commit in common with the site'],
  ]);
  expect((await admin.get('/api/proposals/orphan')).status).toBe(400);

  const entry = `120000 blob ${git(repository, 'rev-parse', 'main:profile.json').trim()}\tlink\n`;
  const tree = execFileSync('git', ['-C', repository, 'mktree'], { input: entry }).toString();
  const reason = 'it adds or removes a symbolic link or a submodule';
  expect(await rejected(admin, branchOf('linked', tree.trim(), '-p', 'main'))).toEqual([
    400,
    [`head: This proposal cannot be published here: ${reason}`],
  ]);
});

test('the id of a branch may contain slashes', async () => {
  const server = await start();
  const id = 'a/b%c';
  await propose(server, { 'posts/tides.md': null }, id);
  expect((await readProposal(server.admin, id)).id).toBe(id);
  await savedCommit(publish(server.admin, { id }));
  expect(changesOf(server.repository)).toEqual(['D posts/tides.md']);
});
