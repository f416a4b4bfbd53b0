import {
  SAVED_COMMIT_HEADER,
  type ErrorResponseBody,
  type ProposalsResponse,
  type PublishRequest,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readProposal } from '../../../test/compared.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../test/git.ts';
import { startTestServer, type TestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

type Files = Readonly<Record<string, string | Uint8Array | null>>;

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet",\n  "tagline": "Notes"\n}\n';
const TIDES = '---\ntitle: Tides\ntags: [sea]\n---\n\nOne\n\nTwo\n\nThree\n';
const WIND = '---\ntitle: Wind\n---\n\nSee [tides](/blogs/tides).\n';
const FILES: Files = { 'profile.json': PROFILE, 'posts/tides.md': TIDES, 'posts/wind.md': WIND };

const bytesOf = (files: Files) =>
  new Map(Object.entries(files).map(([path, it]) => [path, it === null ? null : Buffer.from(it)]));

const start = async (files: Files = FILES): Promise<TestServer> =>
  startTestServer({ files: bytesOf(files) as Map<string, Buffer>, web: await testWebApp() });

/** Commits files onto a branch, which begins at `from`. */
const propose = async (
  { outsider }: TestServer,
  files: Files,
  { branch = 'idea', from, message = 'An idea\n' }: Partial<Record<string, string>> = {},
): Promise<string> => {
  const reference = { branch };
  const head = await outsider.resolve(reference).catch(() => from ?? outsider.head());
  const expectedHead = head as Awaited<ReturnType<typeof outsider.head>>;
  const request = { expectedHead, branch, message, operationId: 'none', changes: bytesOf(files) };
  return (await outsider.commit(request)).head;
};

const push = (server: TestServer, files: Files): Promise<string> =>
  propose(server, files, { branch: 'main', message: 'A push\n' });

const read = (admin: TestClient, id = 'idea') => readProposal(admin, id);

const publish = async (
  admin: TestClient,
  { id = 'idea', ...request }: Partial<PublishRequest> & { id?: string } = {},
  headers: Record<string, string> = {},
): Promise<Response> => {
  const head = request.head ?? (await read(admin, id)).head;
  const body = { leaveOut: [], decisions: [], ...request, head };
  return admin.post(`/api/proposals/${encodeURIComponent(id)}/publish`, body, headers);
};

const publishOk = async (...args: Parameters<typeof publish>): Promise<string> => {
  const response = await publish(...args);
  expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
  return response.headers.get(SAVED_COMMIT_HEADER) ?? '';
};

const show = ({ repository }: TestServer, path: string, commit = 'main'): string =>
  git(repository, 'show', `${commit}:${path}`);

const jsonAt = (server: TestServer, path: string): unknown => JSON.parse(show(server, path));

test('a publication is repeated on an instance that does not know it yet', async () => {
  const server = await start();
  const head = await propose(server, { 'posts/idea.md': '# Idea\n' });
  const other = await server.restart();
  const [admin, again] = [await server.signIn(), await other.signIn()];
  await other.content.reader.current();
  const key = { 'idempotency-key': 'a-key-of-this-publication' };
  const commit = await publishOk(admin, { head }, key);
  expect(await publishOk(again, { head }, key)).toBe(commit);
  expect(commitsOf(server.repository)[0]).toBe(commit);
});

test('the list has the other branches, and only the administrator sees it', async () => {
  const server = await start();
  const admin = await server.signIn();
  const listed = async () =>
    (await (await admin.get('/api/proposals')).json()) as ProposalsResponse;
  expect(await listed()).toEqual({ proposals: [] });
  const head = await propose(server, { 'posts/new.md': '---\ntitle: New\n---\n' });
  server.content.branches.forget();
  expect(await listed()).toEqual({
    proposals: [
      {
        ...{ id: 'idea', title: 'An idea', author: 'ada', head, paths: ['posts/new.md'] },
        date: expect.any(String) as string,
      },
    ],
  });
  await propose(server, { 'profile.json': '{\n  "name": "Ada\n}\n' }, { branch: 'broken' });
  server.content.branches.forget();
  const problems = async () =>
    (await listed()).proposals.map(({ id, problem }) => [id, problem]).sort();
  const [broken, idea] = await problems();
  expect(broken).toEqual(['broken', expect.stringMatching(/^profile\.json:\d+ \S/)]);
  expect(idea).toEqual(['idea', undefined]);
  // Not that of the site.
  await push(server, { 'profile.json': '[]\n' });
  server.content.branches.forget();
  expect(await problems()).toEqual([broken, idea]);
  for (const path of ['/api/proposals', '/api/proposals/idea'])
    expect((await server.visitor.get(path)).status).toBe(401);
  expect((await server.visitor.post('/api/proposals/idea/publish', {})).status).toBe(401);
  expect((await admin.get('/api/proposals/other')).status).toBe(404);
});

test('a proposal shows its files, and the pages before and after', async () => {
  const server = await start();
  const base = await server.outsider.head();
  await propose(server, {
    'profile.json': PROFILE.replace('Poet', 'Painter'),
    'posts/tides.md': TIDES.replace('Two', 'Second'),
    'posts/calm.md': '---\ntitle: Calm\n---\n\nNo wind\n',
    'posts/draft.md': '---\ntitle: Draft\nhidden: true\n---\n',
    'photos/a.gif': await samplePhoto('tide.gif'),
  });
  await push(server, { 'posts/wind.md': WIND.replace('See', 'Read') });
  const admin = await server.signIn();
  const proposal = await read(admin);
  const { head } = proposal;
  expect(proposal).toMatchObject({ base, from: base, to: head, problems: [], comments: [] });
  expect(proposal.files).toMatchObject([
    { path: 'photos/a.gif', status: 'added', binary: true },
    { path: 'posts/calm.md', status: 'added', before: null, after: { title: 'Calm' } },
    { path: 'posts/draft.md', status: 'added' },
    {
      path: 'posts/tides.md',
      status: 'modified',
      diff: expect.stringContaining('+Second') as string,
    },
    { path: 'profile.json', before: { title: 'Poet' }, after: { title: 'Painter' } },
  ]);
  const page = (title: string, path: string, sides = ['before', 'after']) => ({
    title,
    ...(sides.includes('before') && { before: path }),
    ...(sides.includes('after') && { after: path }),
  });
  expect(proposal.pages).toHaveLength(3);
  expect(proposal.pages).toEqual(
    expect.arrayContaining([
      page('Home', '/'),
      page('Tides', '/blogs/tides'),
      page('Calm', '/blogs/calm', ['after']),
    ]),
  );
  for (const { before, after } of proposal.pages) {
    const paths = [before && `/past/${base}${before}`, after && `/past/${head}${after}`];
    for (const path of paths.flatMap((address) => address ?? []))
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  expect(await (await admin.get(`/past/${head}/blogs/tides`)).text()).toContain('Second');
  expect(await (await admin.get(`/past/${base}/blogs/tides`)).text()).not.toContain('Second');
  expect((await server.visitor.get(`/past/${head}/`)).status).toBe(401);
});

test('it shows what it would break, and not what was broken before', async () => {
  const server = await start({
    ...FILES,
    'posts/old.md': '---\ntitle: Old\naliases: [/blogs/older]\n---\n\n[gone](/blogs/gone)\n',
    'posts/broken.md': '---\ntitle: [x\n---\n',
    'posts/hide.md': '---\ntitle: Hide\n---\n',
    'posts/kept.md': '---\ntitle: Kept\n---\n\nA text that is long enough to be found again.\n',
    'posts/moved.md': '---\ntitle: Moved\n---\n\nAnother text, that is long enough as well.\n',
  });
  await propose(server, {
    'posts/tides.md': null,
    'posts/old.md': '---\ntitle: Old\n---\n\n[gone](/blogs/gone) [never](/blogs/never)\n',
    'posts/hide.md': '---\ntitle: Hide\nhidden: true\n---\n',
    'posts/kept.md': null,
    'posts/renamed.md': '---\ntitle: Kept\n---\n\nA text that is long enough to be found again.\n',
    'posts/moved.md': null,
    'posts/aliased.md': '---\ntitle: New\naliases: [/blogs/moved]\n---\n\nEntirely new words\n',
    'profile.json': '{\n  "name": "Ada\n}\n',
  });
  const proposal = await read(await server.signIn());
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
  expect([...proposal.endedAddresses].sort()).toEqual([
    '/blogs/hide',
    '/blogs/older',
    '/blogs/tides',
  ]);
  const renamed = proposal.pages.find(({ title }) => title === 'Kept');
  expect(renamed).toEqual({ title: 'Kept', before: '/blogs/kept', after: '/blogs/renamed' });
});

test('publishing is a merge with later changes, with two parents, and can be undone', async () => {
  const server = await start();
  const head = await propose(server, {
    'profile.json': PROFILE.replace('Poet', 'Painter'),
    'posts/tides.md': TIDES.replace('Two', 'Second'),
  });
  await push(server, {
    'profile.json': PROFILE.replace('Notes', 'Letters'),
    'posts/tides.md': TIDES.replace('[sea]', '[sea, moon]').replace('Three', 'Third'),
  });
  const admin = await server.signIn();
  const commit = await publishOk(admin);
  expect(jsonAt(server, 'profile.json')).toEqual({
    ...{ name: 'Ada', title: 'Painter', tagline: 'Letters' },
  });
  expect(show(server, 'posts/tides.md')).toMatch(/sea, moon[^]*One\n\nSecond\n\nThird\n$/);
  const [latest, pushed] = commitsOf(server.repository);
  expect(latest).toBe(commit);
  expect(git(server.repository, 'log', '-1', '--format=%P', 'main').trim().split(' ')).toEqual([
    pushed,
    head,
  ]);
  expect(subjectOf(server.repository)).toBe('Publish proposal "An idea"');
  expect(git(server.repository, 'log', '-1', '--format=%(trailers:key=Operation-Id)')).toMatch(
    /\S/,
  );
  git(server.repository, 'fsck', '--strict');
  expect(await (await admin.get('/api/proposals')).json()).toEqual({ proposals: [] });
  expect((await publish(admin, { head })).status).toBe(404);
  expect((await server.visitor.get('/')).status).toBe(200);

  expect((await admin.post(`/api/history/${commit}/undo`, { decisions: [] })).status).toBe(200);
  expect(jsonAt(server, 'profile.json')).toMatchObject({ title: 'Poet', tagline: 'Letters' });
  expect(subjectOf(server.repository)).toBe('Undo "Publish proposal "An idea""');
  expect(changesOf(server.repository)).toEqual(['M posts/tides.md', 'M profile.json']);
});

test('a true conflict asks as an undo does, and a decision resolves it', async () => {
  const server = await start();
  await propose(server, { 'profile.json': PROFILE.replace('Poet', 'Painter') });
  const revision = await push(server, { 'profile.json': PROFILE.replace('Poet', 'Sculptor') });
  const admin = await server.signIn();
  const rejected = await publish(admin);
  const body = (await rejected.json()) as ErrorResponseBody;
  expect([rejected.status, body.code, body.revision]).toEqual([409, 'MergeConflict', revision]);
  expect(body.conflicts).toEqual([
    { file: 'profile.json', field: 'title', base: 'Poet', theirs: 'Sculptor', mine: 'Painter' },
  ]);
  expect(commitsOf(server.repository)[0]).toBe(revision);
  const decisions = [{ file: 'profile.json', field: 'title', value: 'Sculptor' }];
  await publishOk(admin, { decisions }, { 'content-revision': revision });
  // All of it was decided against: it is merged nevertheless.
  expect(jsonAt(server, 'profile.json')).toMatchObject({ title: 'Sculptor' });
  expect(git(server.repository, 'log', '-1', '--format=%P', 'main').trim()).toContain(' ');
});

test('files that were renamed here, and photos renamed there, are merged as one file', async () => {
  const photo = 'photos/01JWT6444RQM8SZKMERQ1BVHWF';
  const dunes = await samplePhoto('dunes.webp');
  const server = await start({
    ...FILES,
    [`${photo}/a.webp`]: dunes,
    [`${photo}/photo.json`]: '{\n  "alt": "Dunes"\n}\n',
  });
  await propose(server, {
    'posts/tides.md': TIDES.replace('Two', 'Second'),
    [`${photo}/a.webp`]: null,
    [`${photo}/b.webp`]: dunes,
    [`${photo}/photo.json`]: '{\n  "alt": "Dunes",\n  "caption": "At noon"\n}\n',
  });
  await push(server, {
    'posts/tides.md': null,
    'posts/waves.md': TIDES,
    [`${photo}/photo.json`]: '{\n  "alt": "Sand"\n}\n',
  });
  await publishOk(await server.signIn());
  const files = git(server.repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  expect(files).toEqual([
    ...[`${photo}/b.webp`, `${photo}/photo.json`, 'posts/waves.md', 'posts/wind.md'],
    'profile.json',
  ]);
  expect(show(server, 'posts/waves.md')).toContain('Second');
  expect(jsonAt(server, `${photo}/photo.json`)).toEqual({ alt: 'Sand', caption: 'At noon' });
});

test('files can be left out, together with what belongs to them', async () => {
  const photo = 'photos/01JWT6444RQM8SZKMERQ1BVHWF';
  const svg = (colour: string) => `<svg xmlns="http://www.w3.org/2000/svg" fill="${colour}"/>`;
  const site = (alt: string) =>
    JSON.stringify({
      ...{ title: alt, description: '' },
      logo: { path: 'assets/logo.svg', type: 'image/svg+xml', alt },
    });
  const server = await start({
    ...FILES,
    'site.json': site('Old'),
    'assets/logo.svg': svg('red'),
  });
  const changed = {
    'profile.json': PROFILE.replace('Poet', 'Painter'),
    'posts/wind.md': WIND.replace('Wind', 'Storm'),
    'posts/new.md': '---\ntitle: New\n---\n',
    'site.json': site('New'),
    'assets/logo.svg': svg('blue'),
    [`${photo}/a.webp`]: await samplePhoto('dunes.webp'),
    [`${photo}/photo.json`]: '{ "alt": "Dunes" }\n',
  };
  await propose(server, changed);
  const admin = await server.signIn();
  for (const field of ['title', '']) {
    const response = await publish(admin, {
      leaveOut: [{ file: 'profile.json', field }],
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'Only whole files can be left out' });
  }
  await publishOk(admin, {
    leaveOut: [
      ...[{ file: 'posts/wind.md' }, { file: 'posts/new.md' }, { file: 'assets/logo.svg' }],
      { file: `${photo}/photo.json` },
    ],
  });
  expect(changesOf(server.repository)).toEqual(['M profile.json']);
  expect(show(server, 'profile.json')).toBe(changed['profile.json']);
});

test('a decision about a language is stored', async () => {
  const text = (lang: string) => TIDES.replace('tags:', `lang: ${lang}\ntags:`);
  const server = await start({ ...FILES, 'posts/tides.md': text('en') });
  const admin = await server.signIn();
  const [edited] = [await push(server, { 'posts/tides.md': text('de') })];
  await push(server, { 'posts/tides.md': text('fr') });
  const rejected = await admin.post(`/api/history/${edited}/undo`, { decisions: [] });
  expect(rejected.status).toBe(409);
  const { conflicts, revision = '' } = (await rejected.json()) as ErrorResponseBody;
  expect(conflicts).toMatchObject([{ field: 'lang', base: 'de', theirs: 'fr', mine: 'en' }]);
  const decisions = [{ file: 'posts/tides.md', field: 'lang', value: 'en' }];
  const headers = { 'content-revision': revision };
  const undone = await admin.post(`/api/history/${edited}/undo`, { decisions }, headers);
  expect(undone.status).toBe(200);
  expect(show(server, 'posts/tides.md')).toContain('\nlang: en\n');
});

test.each(['posts/tides.md', 'posts/waves.md'])(
  'a move is left out as a whole, by either of its names: %s',
  async (file) => {
    const server = await start();
    await propose(server, {
      'posts/tides.md': null,
      'posts/waves.md': TIDES,
      'profile.json': PROFILE.replace('Poet', 'Painter'),
    });
    await push(server, { 'profile.json': PROFILE.replace('Notes', 'Letters') });
    const admin = await server.signIn();
    expect((await read(admin)).files).toMatchObject([
      { path: 'posts/waves.md', movedFrom: 'posts/tides.md', status: 'modified', diff: '' },
      { path: 'profile.json', status: 'modified' },
    ]);
    await publishOk(admin, { leaveOut: [{ file }] });
    expect(changesOf(server.repository)).toEqual(['M profile.json']);
  },
);

const similar = (title: string): string =>
  `---\ntitle: ${title}\nhidden: true\n---\n\n## Why\n\nBecause\n\n## What\n\nThis\n\n## When\n\nSoon\n`;

test('text for a post that was deleted since is a conflict, also beside a similar newer post', async () => {
  const server = await start({ ...FILES, 'posts/secret.md': similar('Secret') });
  await propose(server, { 'posts/secret.md': `${similar('Secret')}\nSALARY 99000\n` });
  await push(server, { 'posts/secret.md': null });
  const shown = similar('Recipe').replace('hidden: true\n', '');
  await push(server, { 'posts/recipe.md': shown });
  const response = await publish(await server.signIn());
  expect(response.status).toBe(409);
  const { conflicts } = (await response.json()) as ErrorResponseBody;
  expect(conflicts).toMatchObject([{ file: 'posts/secret.md', theirs: null }]);
  expect(show(server, 'posts/recipe.md')).toBe(shown);
});

test('a post that one commit of a proposal deletes is not a similar one that another adds', async () => {
  const ann = similar('Ann').replace('hidden: true\n', '');
  const server = await start({ ...FILES, 'posts/ann-25.md': ann });
  await propose(server, { 'posts/ann-25.md': null });
  await propose(server, { 'posts/ann-26.md': ann.replace('Ann', 'Ann 26') });
  await push(server, { 'posts/ann-25.md': similar('Ann') });
  const admin = await server.signIn();
  const response = await publish(admin);
  expect(response.status).toBe(409);
  const { conflicts, revision = '' } = (await response.json()) as ErrorResponseBody;
  expect(conflicts).toMatchObject([{ file: 'posts/ann-25.md', mine: null }]);
  const decisions = [{ file: 'posts/ann-25.md', field: '', value: null }];
  await publishOk(admin, { decisions }, { 'content-revision': revision });
  expect(show(server, 'posts/ann-26.md')).toBe(ann.replace('Ann', 'Ann 26'));
});

test('moves in several commits of a proposal are followed', async () => {
  const server = await start();
  await propose(server, { 'posts/tides.md': null, 'posts/waves.md': TIDES });
  await propose(server, { 'posts/waves.md': null, 'posts/sea.md': TIDES });
  await push(server, { 'posts/tides.md': TIDES.replace('Two', 'Second') });
  await publishOk(await server.signIn());
  expect(show(server, 'posts/sea.md')).toContain('Second');
  expect(changesOf(server.repository)).toContain('D posts/tides.md');
});

test('what can not be published is refused with the reason', async () => {
  const server = await start();
  const admin = await server.signIn();
  const { repository, content } = server;
  const head = await propose(server, { 'profile.json': PROFILE.replace('Poet', 'Painter') });
  const rejected = async (...args: Parameters<typeof publish>) => {
    content.branches.forget();
    const response = await publish(...args);
    const { message, issues } = (await response.json()) as ErrorResponseBody;
    return [response.status, issues?.map(({ path, message }) => `${path}: ${message}`) ?? message];
  };
  const others = [{ file: 'posts/tides.md' }, { file: 'profile.json' }, { file: 'x' }];
  expect(await rejected(admin, { leaveOut: others })).toEqual([
    400,
    [
      'leaveOut.0: The proposal does not change this',
      'leaveOut.2: The proposal does not change this',
    ],
  ]);
  expect(await rejected(admin, { leaveOut: [{ file: 'profile.json' }] })).toEqual([
    400,
    ['leaveOut: Choose at least one change to publish'],
  ]);
  await propose(server, { 'posts/more.md': '---\ntitle: More\n---\n' });
  expect(await rejected(admin, { head })).toEqual([
    409,
    'The proposal was changed since you opened it. Read it again before you publish it.',
  ]);
  expect((await rejected(admin, { id: 'never', head }))[0]).toBe(404);
  expect((await rejected(admin, { head: 'main' }))[0]).toBe(404);

  const tree = git(repository, 'rev-parse', 'main^{tree}').trim();
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@a'];
  const orphan = git(repository, ...author, 'commit-tree', '-m', 'Orphan', tree).trim();
  git(repository, 'branch', 'orphan', orphan);
  expect(await rejected(admin, { id: 'orphan', head: orphan })).toEqual([
    400,
    ['head: This proposal has no commit in common with the site'],
  ]);
  expect((await admin.get('/api/proposals/orphan')).status).toBe(400);

  const entry = `120000 blob ${git(repository, 'rev-parse', 'main:profile.json').trim()}\tlink\n`;
  const withLink = execFileSync('git', ['-C', repository, 'mktree'], { input: entry });
  const linked = git(
    repository,
    ...[...author, 'commit-tree', '-p', 'main', '-m', 'Link', withLink.toString().trim()],
  ).trim();
  git(repository, 'branch', 'linked', linked);
  expect(await rejected(admin, { id: 'linked', head: linked })).toEqual([
    400,
    [
      'head: This proposal cannot be published here: it adds or removes a symbolic link or a submodule',
    ],
  ]);
});

test('the id of a branch may contain slashes', async () => {
  const server = await start();
  await propose(server, { 'posts/tides.md': null }, { branch: 'a/b%c' });
  const admin = await server.signIn();
  expect((await read(admin, 'a/b%c')).id).toBe('a/b%c');
  await publishOk(admin, { id: 'a/b%c' });
  expect(changesOf(server.repository)).toEqual(['D posts/tides.md']);
});
