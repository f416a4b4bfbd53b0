import type { ContentResponse, Post } from 'content-schema';
import { readDefaultContent, readFirstContent } from 'fixtures/default-content';
import {
  badGateway,
  networkFailure,
  notFoundYet,
  primaryLimit,
  resourceLimits,
  secondaryLimit,
  somethingWentWrong,
  staleHead,
  truncatedTree,
  type Fault,
  type RequestKind,
} from 'fixtures/github';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { passTime } from '../set-clock.ts';
import { githubTestServers } from '../start-github-test-server.ts';
import type { TestClient } from '../test-client.ts';
import { messageOf, readContent, rename, storedName, subjectsOf } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const withPosts = async (count: number): Promise<ReadonlyMap<string, Uint8Array>> => {
  const posts = Array.from({ length: count }, (_, i) => {
    const text = `---\ntitle: Post ${i}\n---\n\nText ${i}\n`;
    return [`posts/post-${i}.md`, Buffer.from(text)] as const;
  });
  return new Map([...(await readDefaultContent()), ...posts]);
};

const health = async (visitor: TestClient): Promise<unknown> =>
  (await visitor.get('/healthz')).json();

test('twenty visitors of a cold site cause the requests of one, and the next ones none', async () => {
  const { visitor, github } = await startGitHubTestServer();
  await Promise.all(Array.from({ length: 20 }, () => readContent(visitor)));
  expect(github.requests.requests().map(({ operation }) => operation)).toEqual([
    ...['repos/get-commit', 'git/get-tree', 'graphql/query', 'graphql/query', 'graphql/query'],
  ]);
  const mark = github.requests.mark();
  for (let i = 0; i < 3; i += 1) await readContent(visitor);
  expect(mark.count()).toBe(0);
});

/** Applies the fault only to queries for more than a few posts. */
const toLargeQueries = (fault: Fault): Fault => ({
  ...fault,
  applies: ({ body }) => body.length > 1000,
});

test.each<readonly [name: string, fault: Fault]>([
  ['with only a few of them', resourceLimits({ lookups: 5 })],
  ['with a 502 page', toLargeQueries(badGateway())],
  ['with a 504 page', toLargeQueries(badGateway(504))],
  ['that something went wrong', toLargeQueries(somethingWentWrong())],
])('when GitHub answers a query for too many posts %s, the site is complete', async (_, fault) => {
  const { visitor, github } = await startGitHubTestServer({ files: await withPosts(20) });
  github.faults.set(fault, { on: 'graphql/query' });
  const { posts } = await readContent(visitor);
  expect(posts).toHaveLength(23);
  expect(posts.every(({ title }) => title !== '')).toBe(true);
  const logoAndPhotos = 2;
  expect(github.requests.count('graphql/query')).toBe(7 + logoAndPhotos);
});

test('the site is complete when GitHub truncates the list of its files', async () => {
  const files = await withPosts(20);
  const { visitor, signIn, github, repository } = await startGitHubTestServer({ files });
  github.faults.set(truncatedTree({ entries: 25 }));
  expect((await readContent(visitor)).posts).toHaveLength(23);
  // The root recursively, the root alone, then assets, photos and posts.
  expect(github.requests.count('git/get-tree')).toBe(5);
  expect((await rename(await signIn(), 'Bea')).status).toBe(200);
  expect([...repository.files().keys()].sort()).toEqual([...files.keys()].sort());
  expect(storedName(repository)).toBe('Bea');
});

test('of a list that GitHub truncates, only folders that changed are listed again', async () => {
  const details = Buffer.from('{}');
  const photos = Array.from({ length: 250 }, (_, i): [string, Buffer] => [
    `photos/p${i}/photo.json`,
    details,
  ]);
  const files = new Map([...(await withPosts(3)), ...photos, ['photos/p7/deep/a.txt', details]]);
  const { content, github, repository, signIn } = await startGitHubTestServer({ files });
  github.faults.set(truncatedTree({ entries: 200 }));
  const { reader } = content;
  const listed = async () => [...(await reader.current()).tree.keys()].sort();
  const costOf = async (changes: Readonly<Record<string, string | null>>) => {
    repository.push({ changes });
    const mark = github.requests.mark();
    await reader.refresh();
    expect(await listed()).toEqual([...repository.files().keys()].sort());
    return mark.count();
  };
  const mark = github.requests.mark();
  await reader.refresh();
  expect(await listed()).toEqual([...files.keys()].sort());
  expect(mark.count('git/get-tree')).toBe(7);
  // Folders of photos, 250 at a time, texts, and where images begin.
  expect(mark.count('graphql/query')).toBe(2 + 3);
  expect(await costOf({ 'posts/post-1.md': '# Pushed' })).toBe(4);
  expect(await costOf({ 'photos/p9/photo.json': '{"alt": "A boat"}' })).toBe(5);
  expect(await costOf({ 'photos/p9/photo.json': null, 'photos/new/x.txt': 'x' })).toBe(5);
  expect((await rename(await signIn(), 'Bea')).status).toBe(200);
  expect(await costOf({ 'posts/post-1.md': null })).toBe(3);
});

test('long, binary and unusually encoded files are read byte for byte', async () => {
  const long = `~~~\n${'A sentence – of many bytes.\n'.repeat(25_000)}The end`;
  const files = new Map<string, Uint8Array>([
    ['posts/long.md', Buffer.from(long)],
    ['posts/latin1.md', Buffer.from('# Gr\u00fc\u00dfe\n\ncaf\u00e9', 'latin1')],
    ['posts/marked.md', Buffer.from('\ufeff# Marked\r\n\r\nText\r\n')],
    ['site.json', Buffer.from('{"logo": {"path": "assets/logo.png", "type": "image/png"}}')],
    ['assets/logo.png', Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256)],
  ]);
  const { visitor, signIn, repository } = await startGitHubTestServer({ files });
  const post = (await (await visitor.get('/api/posts/long')).json()) as Post;
  expect(post.content.trim()).toBe(long);
  const { site } = (await (await visitor.get('/api/content')).json()) as ContentResponse;
  const logo = Buffer.from(site.logo?.data.split(',')[1] ?? '', 'base64');
  expect(logo).toEqual(Buffer.from(files.get('assets/logo.png')!));
  // A save beside them changes none of their bytes.
  const hidden = (await signIn()).patch('/api/posts/marked/visibility', { hidden: true });
  expect((await hidden).status).toBe(200);
  const stored = repository.files();
  for (const path of ['posts/long.md', 'posts/latin1.md', 'assets/logo.png']) {
    expect(stored.get(path)?.equals(files.get(path)!), path).toBe(true);
  }
  expect(stored.get('posts/marked.md')?.toString()).toContain('# Marked\r\n\r\nText\r\n');
});

test('a save stays visible while the REST API is still outdated', async () => {
  const { signIn, github, content, repository } = await startGitHubTestServer();
  const admin = await signIn();
  await readContent(admin);
  github.faults.set(staleHead(repository), { on: 'rest' });
  for (const name of ['Bea', 'Cleo', 'Dora']) {
    expect((await rename(admin, name)).status).toBe(200);
    await content.reader.refresh();
    expect((await readContent(admin)).profile.name).toBe(name);
  }
  expect(subjectsOf(repository)).toHaveLength(1 + 3);
  expect(storedName(repository)).toBe('Dora');
});

test('a commit that is announced before it can be read is read after a retry', async () => {
  const { visitor, github, content, repository } = await startGitHubTestServer();
  await readContent(visitor);
  repository.push({ changes: { 'profile.json': '{"name": "Pushed"}' } });
  github.faults.next(notFoundYet(), { on: 'git/get-tree' });
  await content.reader.refresh();
  expect((await readContent(visitor)).profile.name).toBe('Pushed');
});

/** The message for visitors; the store and the reason are for the administrator. */
const UNREADABLE = 'The content cannot be loaded right now. Please try again later.';

/** For a second after a failure, no request waits for another attempt. */
const expectServed = (visitor: TestClient) =>
  expect.poll(async () => (await visitor.get('/api/content')).status, { timeout: 5_000 }).toBe(200);

test('a cold site without GitHub reports it, and recovers', async () => {
  const { visitor, signIn, github } = await startGitHubTestServer();
  const admin = await signIn();
  const back = github.faults.set(networkFailure());
  const response = await visitor.get('/api/content');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await messageOf(response)).toBe(UNREADABLE);
  expect(await messageOf(await admin.get('/api/content'))).toBe(
    'GitHub cannot be reached. Please try again in a moment.',
  );
  expect((await visitor.get('/healthz')).status).toBe(503);
  back();
  await expectServed(visitor);
  expect((await visitor.get('/healthz')).status).toBe(200);
});

const QUOTA = "GitHub's request quota is used up. Please try again in 60 minutes.";
const SLOWER = 'GitHub asks to slow down. Please try again in 40 seconds.';
const MINUTE = 'GitHub asks to slow down. Please try again in 60 seconds.';

test.each<readonly [string, Fault, RequestKind, number, string]>([
  ['the quota is spent, as 403', primaryLimit(), 'repos/get-commit', 3600, QUOTA],
  ['the quota is spent, as 429', primaryLimit({ status: 429 }), 'git/get-tree', 3600, QUOTA],
  ['the quota of GraphQL is spent, as 200', primaryLimit(), 'graphql/query', 3600, QUOTA],
  ['it was too much at once', secondaryLimit({ retryAfter: 40 }), 'graphql/query', 40, SLOWER],
  ['GitHub names no time', secondaryLimit(), 'repos/get-commit', 60, MINUTE],
])(
  'when %s, nothing is sent to GitHub until the limit resets, and a cold site sends Retry-After',
  async (_, fault, on, retryAfter, message) => {
    const { visitor, signIn, github, content, repository } = await startGitHubTestServer({
      contentMaxAgeSeconds: 0,
    });
    const admin = await signIn();
    github.faults.next(fault, { on });
    const response = await visitor.get('/api/content');
    expect(response.status).toBe(503);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeOneOf([retryAfter - 1, retryAfter]);
    expect(await messageOf(response)).toBe(UNREADABLE);
    expect(await messageOf(await admin.get('/api/content'))).toBe(message);
    passTime(retryAfter * 1000 + 1000);
    await expectServed(visitor);

    await content.reader.refresh();
    const mark = github.requests.mark();
    github.faults.next(fault, { on });
    const head = repository.push({ changes: { 'profile.json': '{"name": "Pushed"}' } });
    await expect(content.reader.refresh()).rejects.toMatchObject({ code: 'RateLimited' });
    const count = mark.count();
    expect((await readContent(visitor)).posts).toHaveLength(3);
    expect(await health(visitor)).toMatchObject({ status: 'stale' });
    expect(mark.count()).toBe(count);
    passTime(retryAfter * 1000 + 1000);
    await content.reader.refresh();
    expect((await readContent(visitor)).profile.name).toBe('Pushed');
    expect(await health(visitor)).toEqual({ status: 'ok', store: 'github', revision: head });
  },
);

test('an empty repository is filled at the first request, and only once by two concurrent instances', async () => {
  const { visitor, repository, restart } = await startGitHubTestServer({ files: null });
  const other = await restart();
  const [mine, theirs] = await Promise.all([readContent(visitor), readContent(other.visitor)]);
  expect(mine.posts).toHaveLength(3);
  expect(theirs.posts).toHaveLength(3);
  expect(repository.files()).toEqual(await readFirstContent('http://localhost:3000'));
  expect(subjectsOf(repository)).toEqual(['Begin with the default content']);
});
