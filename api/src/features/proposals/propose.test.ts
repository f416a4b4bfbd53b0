import {
  PROPOSAL_HEADER,
  type ContentPatchResponse,
  type ErrorResponseBody,
  type ProfileResponse,
  type ProposalResponse,
  type ProposalsResponse,
  type RevisionResponse,
} from 'content-schema';
import { networkFailure } from 'fixtures/github';
import { samplePhoto } from 'fixtures/sample-files';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { enter, readContext, sendCall, startForCalls, CALLS } from '../../../test/calls.ts';
import { bothStores, type TestSite } from '../../../test/both-stores.ts';
import { bytesOf, type TestFiles } from '../../../test/files.ts';
import { git } from '../../../test/git.ts';
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

const pushTo = async (site: TestSite, branch: string, files: TestFiles) => {
  await site.pushBytes(bytesOf(files), { branch });
  await site.content.reader.refresh();
};

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
    const listed = (await (await admin.get('/api/proposals')).json()) as ProposalsResponse;
    expect(listed.proposals).toMatchObject([{ id, title: 'Update post "One"' }]);
    const url = listed.proposals[0]?.url;
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
  expect(site.subjects(branch).filter((subject) => subject === 'Update post "One"')).toHaveLength(
    1,
  );
  const other = await propose(admin, { content: 'Song' }, { headers });
  expect(await other.json()).toMatchObject({ code: 'IdempotencyKeyReused' });

  const join = () =>
    propose(
      admin,
      { tags: ['Rhymes'] },
      {
        id: first,
        headers: { ...headers, 'idempotency-key': 'a-key-of-another-save' },
      },
    );
  for (let times = 1; times <= 2; times += 1) expect(proposed(await join())).toBe(first);
  expect(site.subjects(branch).slice(0, 2)).toEqual([
    'Update post "One": tags',
    'Update post "One"',
  ]);
});

test.each(STORES)(
  'a save joins a proposal, merged with the content there, on $store',
  async ({ open }) => {
    const { site, admin } = await open(FILES);
    const headers = { 'content-revision': await site.head() };
    const id = proposed(await propose(admin, { content: 'Poem' }, { headers }));
    const [branch = ''] = site.branches();
    await pushTo(site, branch, { 'site.json': '{"title": "Bea"}' });
    const post = { title: 'Two', content: 'More' };
    expect(proposed(await admin.put(`/api/posts/two?proposal=${id}`, post, headers))).toBe(id);
    proposed(await propose(admin, { title: 'First' }, { id, headers }));
    expect((await textsOn(site, branch))['posts/one.md']).toMatch(/title: First[^]*Poem/);
    expect(Object.keys(await textsOn(site, branch))).toContain('posts/two.md');
    expect((await textsOn(site, branch))['site.json']).toBe('{"title": "Bea"}');
    expect(site.branches()).toEqual([branch]);

    const refused = await propose(admin, { content: 'Song' }, { id, headers });
    expect(refused.status).toBe(409);
    expect(((await refused.json()) as ErrorResponseBody).conflicts).toEqual([
      { file: 'posts/one.md', field: 'content', base: 'Text', mine: 'Song', theirs: 'Poem' },
    ]);
  },
);

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
    const { head } = (await (await admin.get(`/api/proposals/${id}`)).json()) as ProposalResponse;
    const published = { head, leaveOut: [], decisions: [] };
    expect((await admin.post(`/api/proposals/${id}/publish`, published)).status).toBe(200);
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
    const refused = await propose(admin, { content: 'Hymn' }, { id: again, headers: base });
    expect(((await refused.json()) as ErrorResponseBody).conflicts).toEqual([
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
  const saved = await admin.patch('/api/content', patch);
  expect(((await saved.json()) as ContentPatchResponse).photos).toHaveLength(1);
});

test.each(STORES)('what is invalid becomes no proposal, on $store', async ({ open }) => {
  const { site, admin } = await open(FILES);
  const error = async (response: Response) => {
    const { code, message } = (await response.json()) as ErrorResponseBody;
    return [response.status, code, message];
  };
  expect(await error(await propose(admin, { title: '' }))).toEqual([
    400,
    'InvalidInput',
    expect.any(String),
  ]);
  const unchanged = await propose(admin, { content: 'Text' });
  expect([unchanged.status, unchanged.headers.get(PROPOSAL_HEADER)]).toEqual([200, null]);
  const missing = [404, 'EntityNotFound', 'There is no such open proposal'];
  expect(await error(await propose(admin, { content: 'Text' }, { id: '99' }))).toEqual(missing);
  expect(await error(await propose(admin, { content: 'Text' }, { id: '' }))).toEqual(missing);
  expect((await propose(admin, { content: 'Text' }, { headers: { cookie: 'a=b' } })).status).toBe(
    401,
  );
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
  const { admin, github, branches, repository } = await openAtGitHub();
  const headers = { 'idempotency-key': 'a-key-of-this-save' };
  const send = () => propose(admin, { content: 'Poem' }, { headers });
  github.faults.set(networkFailure(), { on: 'pulls/create' });
  expect((await send()).status).toBe(503);
  github.faults.clear();
  const id = proposed(await send());
  expect(proposed(await send())).toBe(id);
  expect(branches()).toHaveLength(1);
  expect(
    repository.commits(branches()[0]).filter(({ message }) => /^Update/.test(message)),
  ).toHaveLength(1);
});

test.each(STORES)(
  "calls with a proposal's id read and change its content, on $store",
  async ({ open }) => {
    const { site, admin } = await open(FILES);
    const before = await site.head();
    const read = async (path: string, id: string) => {
      const response = await admin.get(`${path}${path.includes('?') ? '&' : '?'}proposal=${id}`);
      expect(response.status).toBe(200);
      return {
        body: (await response.json()) as unknown,
        revision: response.headers.get('content-revision') ?? '',
      };
    };
    const first = await read('/api/content?posts=headings', 'new');
    expect(first.revision).toBe(before);

    const { staged } = await stagePhoto(admin, 'tide.gif', await samplePhoto('tide.gif'));
    const saved = await propose(admin, { title: 'First', content: 'Poem' });
    const id = proposed(saved);
    proposed(
      await admin.post(`/api/admin/uploads?proposal=${id}`, { photos: [{ staged, alt: 'Tide' }] }),
    );
    const [branch = ''] = site.branches();
    const { body, revision } = await read('/api/content?posts=headings', id);
    expect(revision).toBe(await site.head(branch));
    expect(body).toMatchObject({ posts: [{ title: 'First' }] });
    const post = await read('/api/posts/one?posts=markdown', id);
    expect(post).toMatchObject({ body: { title: 'First', content: 'Poem' }, revision });
    const photos = await read('/api/admin/uploads', id);
    expect(photos.body).toMatchObject({ uploads: [{ filename: 'tide.gif' }] });
    const matching = await read('/api/admin/posts/search?q=poem', id);
    expect(matching.body).toEqual({ ids: ['one'] });
    // What visitors read is the site, and so is what others edit.
    expect((await read('/api/posts/one', id)).body).toMatchObject({ title: 'One' });
    expect((await admin.get('/api/admin/posts/search?q=poem')).status).toBe(200);

    // It is undone where it was saved.
    const commit = saved.headers.get('saved-commit') ?? '';
    const undone = await admin.post(`/api/history/${commit}/undo?proposal=${id}`, {
      decisions: [],
    });
    expect(proposed(undone)).toBe(id);
    expect(((await undone.json()) as RevisionResponse).revision).toBe(await site.head(branch));
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
  const refused = await propose(admin, { content: 'Text' }, { id: String(pull.number) });
  expect(await refused.json()).toMatchObject({
    code: 'InvalidInput',
    message: "A fork's proposal can't be added to here",
  });
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
  const publishing = (id: number | string, head: string, ...leaveOut: string[]) => {
    const body = { head, leaveOut: leaveOut.map((file) => ({ file })), decisions: [] };
    const key = { 'idempotency-key': `the-publication-of-${id}` };
    return admin.post(`/api/proposals/${id}/publish`, body, key);
  };
  const publish = async (...request: Parameters<typeof publishing>) => {
    const response = await publishing(...request);
    expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
    return repository.head();
  };
  const open = async () =>
    ((await (await admin.get('/api/proposals')).json()) as ProposalsResponse).proposals;
  return { ...server, pull, publishing, publish, open };
};

test("what is left out of a fork's proposal becomes one of our own, once", async () => {
  const { repository, pull, publish, open } = await startWithFork();
  const before = repository.head();
  const commit = await publish(pull.number, pull.head, 'b.md');
  expect(repository.objects.commit(commit).parents).toEqual([before, pull.head]);
  expect(pull.state).toBe('merged');
  expect(await publish(pull.number, pull.head, 'b.md')).toBe(commit);

  const list = await open();
  expect(list).toMatchObject([{ title: 'The rest of "From afar"', paths: ['b.md'] }]);
  const [{ id } = { id: '' }] = list;
  await publish(id, repository.pullRequests[Number(id) - 1]?.head ?? '');
  expect(String(repository.files().get('a.md'))).toBe('A2\n');
  expect(String(repository.files().get('b.md'))).toBe('B2\n');
});

test.each([
  { failing: 'its proposal', on: ['pulls/create'] as const },
  { failing: 'the publication', on: ['graphql/mutation', 'git/update-ref'] as const },
])("the rest of a fork's proposal is kept once when $failing fails first", async ({ on }) => {
  const { github, repository, pull, publishing, publish, open } = await startWithFork();
  const before = repository.head();
  github.faults.set(networkFailure(), { on });
  expect((await publishing(pull.number, pull.head, 'b.md')).status).toBe(503);
  github.faults.clear();
  expect(pull.state).toBe('open');
  expect(repository.head()).toBe(before);
  await publish(pull.number, pull.head, 'b.md');
  expect(pull.state).toBe('merged');
  expect(await open()).toMatchObject([{ title: 'The rest of "From afar"', paths: ['b.md'] }]);
});

test("a fork's proposal is published although the site has what is left out", async () => {
  const { repository, pull, publish, open } = await startWithFork();
  repository.push({
    ...{ branch: 'main', message: 'The same\n', parents: [repository.head()], date: new Date() },
    changes: new Map([['b.md', Buffer.from('B2\n')]]),
  });
  await publish(pull.number, pull.head, 'b.md');
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
  const { name } = (
    (await (await admin.get('/api/content')).json()) as { profile: ProfileResponse }
  ).profile;
  expect(name).toBe('Bea');
});
