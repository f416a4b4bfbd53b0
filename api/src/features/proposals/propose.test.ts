// Needs: history
import { PROPOSAL_HEADER, type ContentPatchResponse, type ProposalsResponse } from 'content-schema';
import { networkFailure } from 'fixtures/github';
import { samplePhoto } from 'fixtures/sample-files';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { enter, readContext, sendCall, startForCalls, CALLS } from '../../../test/calls.ts';
import { bothStores, type TestSite } from '../../../test/both-stores.ts';
import { git } from '../../../test/git.ts';
import { readContent } from '../../../test/github/edits.ts';
import { publish as publishProposal } from '../../../test/merge-calls.ts';
import { conflictsOf, issuesOf, json, read, savedCommit } from '../../../test/responses.ts';
import { stagePhoto } from '../../../test/stage-photo.ts';
import { githubTestServers } from '../../../test/start-github-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

const startOnGitHub = githubTestServers(setupServer());

const FILES = new Map([
  ['profile.json', Buffer.from('{\n  "name": "Ada",\n  "title": "Engineer"\n}\n')],
  ['site.json', Buffer.from('{\n  "title": "Ada",\n  "description": "Hers"\n}\n')],
  ['posts/one.md', Buffer.from('---\ntitle: One\n---\n\nText\n')],
]);

const STORES = bothStores(startOnGitHub);

const openAtGitHub = async () => {
  const { site, admin } = await STORES[1]!.open(FILES);
  return { ...site, ...site.atGitHub!, admin };
};

/** The texts of a branch, by their paths. */
const textsOn = async ({ head, texts }: TestSite, branch: string) => texts(await head(branch));

const proposalsOf = async (admin: TestClient) =>
  (await read<ProposalsResponse>(admin, '/api/proposals')).proposals;

/** Returns the id of the proposal that a save went to. */
const proposed = (response: Response): string => {
  const id = response.headers.get(PROPOSAL_HEADER);
  expect([response.ok, id, response.headers.get('set-cookie') ?? '']).toEqual([
    true,
    expect.any(String),
    expect.not.stringContaining('saved-revision'),
  ]);
  return id ?? '';
};

const propose = (
  admin: TestClient,
  fields: object,
  { id = 'new', headers = {} }: { id?: string; headers?: Record<string, string> } = {},
) => admin.put(`/api/posts/one?proposal=${id}`, fields, headers);

test.each(STORES)(
  'a save becomes a proposal, and the site stays as it is, on $store',
  async ({ open }) => {
    const { site, admin } = await open(FILES);
    const before = await site.head();
    const page = await (await admin.get('/api/content')).text();
    const id = proposed(
      await propose(admin, { content: 'Poem' }, { headers: { 'content-revision': before } }),
    );
    const listed = await proposalsOf(admin);
    expect(listed).toMatchObject([{ id, title: 'Update post "One"' }]);
    const url = listed[0]?.url;
    const [branch = ''] = site.branches();
    expect(branch).toMatch(/^update-post-one-\w{4}$/);
    if (url === undefined) expect(id).toBe(branch);
    else expect(url).toBe(`https://github.com/ada/site/pull/${id}`);
    expect((await textsOn(site, branch))['posts/one.md']).toContain('Poem');
    expect(site.subjects(branch)).toHaveLength(site.subjects('main').length + 1);
    expect(await site.head()).toBe(before);
    const served = await admin.get('/api/content');
    expect([served.headers.get('content-revision'), await served.text()]).toEqual([before, page]);
  },
);

test.each(STORES)('a repeated save is the same proposal, on $store', async ({ open }) => {
  const { site, admin } = await open(FILES);
  const headers = {
    'content-revision': await site.head(),
    'idempotency-key': 'a-key-of-this-save',
  };
  const send = () => propose(admin, { content: 'Poem' }, { headers });
  const first = proposed(await send());
  await site.push({ 'posts/two.md': '# Two\n' });
  site.content.branches.forget();
  expect(proposed(await send())).toBe(first);
  expect(site.branches()).toHaveLength(1);
  const [branch = ''] = site.branches();
  expect(site.subjects(branch).filter((subject) => /^Update/.test(subject))).toHaveLength(1);
  const other = await propose(admin, { content: 'Song' }, { headers });
  expect(await other.json()).toMatchObject({ code: 'IdempotencyKeyReused' });

  const another = { ...headers, 'idempotency-key': 'a-key-of-another-save' };
  const join = () => propose(admin, { tags: ['Rhymes'] }, { id: first, headers: another });
  for (let times = 1; times <= 2; times += 1) expect(proposed(await join())).toBe(first);
  expect(site.subjects(branch).slice(0, 2)).toEqual([
    'Update post "One": tags',
    'Update post "One"',
  ]);
});

test.each(STORES)(
  'a proposal that lacks later changes gets them first, on $store',
  async ({ open }) => {
    const { site, admin } = await open(FILES);
    const id = proposed(await propose(admin, { tags: ['Rhymes'] }));
    const [branch = ''] = site.branches();
    expect((await admin.put('/api/posts/one', { content: 'Song' })).status).toBe(200);
    await site.push({ 'site.json': '{"title": "Bea"}' });
    const headers = { 'content-revision': await site.head() };
    proposed(await propose(admin, { content: 'Ode' }, { id, headers }));
    expect((await textsOn(site, branch))['posts/one.md']).toMatch(/Rhymes[^]*Ode/);
    expect((await textsOn(site, branch))['site.json']).toBe('{"title": "Bea"}');
    expect(site.subjects(branch).slice(0, 2)).toEqual([
      'Update post "One"',
      'Merge the site into "Update post "One": tags"',
    ]);
    await savedCommit(publishProposal(admin, await read(admin, `/api/proposals/${id}`)));
    expect((await textsOn(site, 'main'))['posts/one.md']).toMatch(/Rhymes[^]*Ode/);

    // Both have another version of the text since.
    const again = proposed(await propose(admin, { content: 'Elegy' }));
    expect((await admin.put('/api/posts/one', { content: 'Ballad' })).status).toBe(200);
    const [before, other = ''] = [
      await site.head(),
      site.branches().find((name) => name !== branch),
    ];
    const subjects = site.subjects(other);
    const base = { 'content-revision': before };
    const refused = propose(admin, { content: 'Hymn' }, { id: again, headers: base });
    expect(await conflictsOf(refused)).toEqual([
      { file: 'posts/one.md', field: 'content', base: 'Ballad', mine: 'Hymn', theirs: 'Elegy' },
    ]);
    expect(site.subjects(other)).toEqual(subjects);
  },
);

test.each(STORES)('new photos are in the proposal of their post, on $store', async ({ open }) => {
  const { site, admin } = await open(FILES);
  const { staged } = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
  const id = '01JWT6444RQM8SZKMERQ1BVHWF';
  const changed = [{ id: 'two', title: 'Two', content: `![](/photos/${id})` }];
  const patch = { posts: { changed }, photos: [{ id, staged, alt: 'Tide' }] };
  proposed(await admin.patch('/api/content?proposal=new', patch));
  const [branch = ''] = site.branches();
  expect(Object.keys(await textsOn(site, branch))).toEqual(
    expect.arrayContaining(['posts/two.md', `photos/${id}/tide.gif`, `photos/${id}/photo.json`]),
  );
  expect(Object.keys(await textsOn(site, 'main'))).not.toContain('posts/two.md');
  // The photo can still be published.
  const saved = await json<ContentPatchResponse>(admin.patch('/api/content', patch));
  expect(saved.photos).toHaveLength(1);
});

test.each(STORES)('what is invalid becomes no proposal, on $store', async ({ open }) => {
  const { site, admin } = await open(FILES);
  expect(await issuesOf(propose(admin, { title: '' }))).toHaveLength(1);
  const unchanged = await propose(admin, { content: 'Text' });
  expect([unchanged.status, unchanged.headers.get(PROPOSAL_HEADER)]).toEqual([200, null]);
  for (const id of ['99', '']) {
    const missing = await propose(admin, { content: 'Text' }, { id });
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { code: 'EntityNotFound', message: 'There is no such open proposal' },
    ]);
  }
  const signedOut = await propose(admin, { content: 'Text' }, { headers: { cookie: 'a=b' } });
  expect(signedOut.status).toBe(401);
  expect(site.branches()).toEqual([]);
});

test('where GitHub protects the branch, a save says so, and can be proposed', async () => {
  const { admin, repository, branches, head } = await openAtGitHub();
  const before = await head();
  for (const protection of ['ruleset', 'classic'] as const) {
    repository.protections.set('main', protection);
    const refused = await admin.put('/api/posts/one', { content: 'Poem' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'BranchProtected' });
  }
  proposed(await propose(admin, { content: 'Poem' }));
  expect([branches().length, await head()]).toEqual([1, before]);
});

test('a proposal is opened once, although GitHub fails in between', async () => {
  const { admin, github, branches, subjects } = await openAtGitHub();
  const headers = { 'idempotency-key': 'a-key-of-this-save' };
  const send = () => propose(admin, { content: 'Poem' }, { headers });
  github.faults.set(networkFailure(), { on: 'pulls/create' });
  expect((await send()).status).toBe(503);
  github.faults.clear();
  const id = proposed(await send());
  expect(proposed(await send())).toBe(id);
  expect(branches()).toHaveLength(1);
  const made = subjects(branches()[0]).filter((subject) => /^Update/.test(subject));
  expect(made).toHaveLength(1);
});

test.each(STORES)(
  "calls with a proposal's id read and change its content, on $store",
  async ({ open }) => {
    const { site, admin } = await open(FILES);
    const before = await site.head();
    const readIn = async (id: string, path: string) => {
      const response = await admin.get(`${path}${path.includes('?') ? '&' : '?'}proposal=${id}`);
      const revision = response.headers.get('content-revision') ?? '';
      return { body: await json(response), revision };
    };
    const first = await readIn('new', '/api/content?posts=headings');
    expect(first.revision).toBe(before);

    const { staged } = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
    const saved = await propose(admin, { title: 'First', content: 'Poem' });
    const id = proposed(saved);
    proposed(
      await admin.post(`/api/admin/uploads?proposal=${id}`, { photos: [{ staged, alt: 'Tide' }] }),
    );
    const [branch = ''] = site.branches();
    const { body, revision } = await readIn(id, '/api/content?posts=headings');
    expect(revision).toBe(await site.head(branch));
    expect(body).toMatchObject({ posts: [{ title: 'First' }] });
    const post = await readIn(id, '/api/posts/one?posts=markdown');
    expect(post).toMatchObject({ body: { title: 'First', content: 'Poem' }, revision });
    const photos = await readIn(id, '/api/admin/uploads');
    expect(photos.body).toMatchObject({ uploads: [{ filename: 'tide.gif' }] });
    const matching = await readIn(id, '/api/admin/posts/search?q=poem');
    expect(matching.body).toEqual({ ids: ['one'] });
    // What visitors read is the site, and so is what others edit.
    expect((await readIn(id, '/api/posts/one')).body).toMatchObject({ title: 'One' });
    expect((await admin.get('/api/admin/posts/search?q=poem')).status).toBe(200);

    // It is undone where it was saved.
    const commit = saved.headers.get('saved-commit') ?? '';
    const path = `/api/history/${commit}/undo?proposal=${id}`;
    const undone = await admin.post(path, { decisions: [] });
    expect(proposed(undone)).toBe(id);
    expect(await undone.json()).toEqual({ revision: await site.head(branch) });
    expect((await textsOn(site, branch))['posts/one.md']).toBe(
      (await textsOn(site, 'main'))['posts/one.md'],
    );
    expect(await site.head()).toBe(before);
  },
);

test("nothing is added to a fork's proposal", async () => {
  const { admin, repository } = await openAtGitHub();
  const pull = repository.openPullRequest({
    title: 'Theirs',
    files: { 'a.md': '# A' },
    fork: true,
  });
  const refused = propose(admin, { content: 'Text' }, { id: String(pull.number) });
  expect(await issuesOf(refused)).toEqual([
    expect.stringContaining("A fork's proposal can't be added to here"),
  ]);
});

/** A pull request from a fork that changes both files of the site. */
const startWithFork = async () => {
  const server = await startOnGitHub({
    files: new Map([
      ['a.md', Buffer.from('A\n')],
      ['b.md', Buffer.from('B\n')],
    ]),
  });
  const { repository } = server;
  const admin = await server.signIn();
  const pull = repository.openPullRequest({
    ...{ title: 'From afar', fork: true, author: 'eve' },
    files: { 'a.md': 'A2\n', 'b.md': 'B2\n' },
  });
  const publishing = ({ number, head }: typeof pull, file: string) =>
    publishProposal(
      admin,
      { id: String(number), head },
      { leaveOut: [{ file }], headers: { 'idempotency-key': `the-publication-of-${number}` } },
    );
  const publish = (...request: Parameters<typeof publishing>) =>
    savedCommit(publishing(...request));
  const open = () => proposalsOf(admin);
  return { ...server, pull, publishing, publish, open };
};

test.each([
  { failing: 'its proposal', on: ['pulls/create'] as const },
  { failing: 'the publication', on: ['graphql/mutation', 'git/update-ref'] as const },
])("the rest of a fork's proposal is kept once when $failing fails first", async ({ on }) => {
  const { github, repository, pull, publishing, publish, open } = await startWithFork();
  const before = repository.head();
  github.faults.set(networkFailure(), { on });
  expect((await publishing(pull, 'b.md')).status).toBe(503);
  github.faults.clear();
  expect(pull.state).toBe('open');
  expect(repository.head()).toBe(before);
  const commit = await publish(pull, 'b.md');
  expect(repository.objects.commit(commit).parents).toEqual([before, pull.head]);
  expect(pull.state).toBe('merged');
  expect(await publish(pull, 'b.md')).toBe(commit);
  expect(await open()).toMatchObject([{ title: 'The rest of "From afar"', paths: ['b.md'] }]);
});

test("a fork's proposal is published although the site has what is left out", async () => {
  const { repository, pull, publish, open } = await startWithFork();
  repository.push({
    ...{ branch: 'main', message: 'The same\n', parents: [repository.head()], date: new Date() },
    changes: new Map([['b.md', Buffer.from('B2\n')]]),
  });
  await publish(pull, 'b.md');
  expect(pull.state).toBe('merged');
  expect(await open()).toEqual([]);
});

test('every call that saves can propose instead', async () => {
  const server = await startForCalls();
  const { admin, context } = await enter(server);
  const { repository } = server;
  const before = git(repository, 'rev-parse', 'main');
  for (const call of CALLS.filter(({ commit, name }) => commit && !/publish/.test(name))) {
    const { path, ...request } = await call.request(await readContext(admin));
    const asProposal = { ...call, request: () => ({ ...request, path: `${path}?proposal=new` }) };
    const id = proposed(await sendCall(admin, asProposal, context));
    const [subject, ...changes] = call.commit ?? [''];
    expect(git(repository, 'log', '-1', '--format=%s', id).trim()).toMatch(subject);
    const diff = git(repository, 'diff', '--name-status', '--no-renames', 'main', id);
    expect(diff.trim().replaceAll('\t', ' ').split('\n')).toEqual(
      changes.map((change) =>
        typeof change === 'string' ? change : (expect.stringMatching(change) as string),
      ),
    );
  }
  expect(git(repository, 'rev-parse', 'main')).toBe(before);
  expect(await readContent(admin)).toMatchObject({ profile: { name: 'Bea' } });
});
