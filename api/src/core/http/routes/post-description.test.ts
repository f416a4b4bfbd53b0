// Needs: feeds
import type { ContentSummaryResponse, Post, PostPageResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

/** What a post says of itself in its front matter, and where that is shown. */

const SUMMARY = 'A week at sea, told by those who went, and by one who did not. '.repeat(5).trim();
const ONE = `---\ntitle: One\nsummary: ${SUMMARY}\ntags: [a]\n---\n\nHow it begins.\n`;
const TWO = '---\ntitle: Two\ndescription: In short\n---\n\nHow the other begins.\n';

const start = async () => {
  const files = new Map([
    ['posts/one.md', Buffer.from(ONE)],
    ['posts/two.md', Buffer.from(TWO)],
  ]);
  const server = await startTestServer({ files });
  return { ...server, admin: await server.signIn() };
};

const fileOf = (repository: string, id: string) =>
  git(repository, 'show', `main:posts/${id}.md`).replace(/\nupdatedAt: .*/, '');

const without = ({ description: _, ...post }: Post) => post;

test('the description of a post is shown in lists, feeds and its page, cut like an excerpt', async () => {
  const { visitor } = await start();
  const { posts } = (await (
    await visitor.get('/api/content?posts=summary')
  ).json()) as ContentSummaryResponse;
  const [one = '', two] = posts.map(({ excerpt }) => excerpt);
  expect(two).toBe('In short');
  expect(one.length).toBeLessThanOrEqual(221);
  expect(SUMMARY.startsWith(one.replace(/…$/, ''))).toBe(true);
  expect(one).toMatch(/\S…$/);

  const page = (await (await visitor.get('/api/posts/two')).json()) as PostPageResponse;
  expect(page).toMatchObject({ excerpt: 'In short', description: 'In short' });
  expect(await (await visitor.get('/feed.xml')).text()).toContain('<![CDATA[In short]]>');
  expect(await (await visitor.get('/feed.json')).text()).toContain('"summary": "In short"');
  expect(await (await visitor.get('/search-index.json')).text()).toContain('short');
});

test('a client that does not know of it keeps it, and one that does can change and remove it', async () => {
  const { admin, repository } = await start();
  const { posts } = (await (await admin.get('/api/content')).json()) as { posts: Post[] };
  expect(posts.map(({ description }) => description)).toEqual([SUMMARY, 'In short']);
  await admin.put('/api/posts', posts.map(without));
  expect(commitsOf(repository)).toHaveLength(1);

  const [one] = posts.map(without);
  await admin.put('/api/posts/one', { ...one, title: 'Uno' });
  expect(fileOf(repository, 'one')).toBe(ONE.replace('title: One', 'title: Uno'));

  const saved = await admin.put('/api/posts/two', { description: ' Shorter\nstill ' });
  expect(await saved.json()).toMatchObject({ description: 'Shorter still' });
  expect(subjectOf(repository)).toBe('Update post "Two": description');
  expect(fileOf(repository, 'two')).toBe(TWO.replace('In short', 'Shorter still'));

  const removed = await admin.put('/api/posts/two', { description: '' });
  expect(await removed.json()).not.toHaveProperty('description');
  expect(fileOf(repository, 'two')).toBe(TWO.replace('description: In short\n', ''));

  const rejected = await admin.put('/api/posts/two', { description: 'x'.repeat(1001) });
  expect(await rejected.json()).toMatchObject({
    issues: [{ path: 'description', message: 'The summary must be 1000 characters or fewer' }],
  });
});

test('edits of it and of another field are both kept, and two edits of it are a conflict', async () => {
  const { admin, signIn } = await start();
  const theirs = await signIn();
  const response = await admin.get('/api/posts/two?posts=markdown');
  const headers = { 'content-revision': response.headers.get('content-revision') ?? '' };
  await theirs.put('/api/posts/two', { description: 'Theirs' });
  const merged = await admin.put(
    '/api/posts/two',
    { title: 'Due', description: 'In short' },
    headers,
  );
  expect(await merged.json()).toMatchObject({ title: 'Due', description: 'Theirs' });
  const conflict = await admin.put('/api/posts/two', { description: 'Mine' }, headers);
  expect(conflict.status).toBe(409);
  expect(await conflict.json()).toMatchObject({
    conflicts: [{ field: 'description', base: 'In short', theirs: 'Theirs', mine: 'Mine' }],
  });
});

test('front matter that is pasted into a text brings it along', async () => {
  const { admin, repository } = await start();
  const content = '---\ntitle: Three\nsummary: Brief\n---\n\nText';
  const saved = await admin.put('/api/posts/three', { content, tags: [] });
  expect(await saved.json()).toMatchObject({
    description: 'Brief',
    content: 'Text',
    extractedFrontMatter: ['title', 'description'],
  });
  expect(fileOf(repository, 'three')).toMatch(/^---\ntitle: Three\ndescription: Brief\nhidden: /);
});
