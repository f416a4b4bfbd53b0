// Needs: feeds
import type { ContentSummaryResponse, Post } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf, subjectOf } from '../../../../test/git.ts';
import { issuesOf, json, read } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

/** What a post says of itself in its front matter, and where that is shown. */

const SUMMARY = 'A week at sea, told by those who went, and by one who did not. '.repeat(5).trim();
const ONE = `---\ntitle: One\nsummary: ${SUMMARY}\ntags: [a]\n---\n\nHow it begins.\n`;
const TWO = '---\ntitle: Two\ndescription: In short\n---\n\nHow the other begins.\n';

const start = async () => {
  const server = await startAsAdmin({ files: { 'posts/one.md': ONE, 'posts/two.md': TWO } });
  const fileOf = (id: string) => server.show(`posts/${id}.md`).replace(/\nupdatedAt: .*/, '');
  return { ...server, fileOf };
};

const without = ({ description: _, ...post }: Post) => post;

test('the description of a post is shown in lists, feeds and its page, cut like an excerpt', async () => {
  const { visitor } = await start();
  const { posts } = await read<ContentSummaryResponse>(visitor, '/api/content?posts=summary');
  const [one = '', two] = posts.map(({ excerpt }) => excerpt);
  expect(two).toBe('In short');
  expect(one.length).toBeLessThanOrEqual(221);
  expect(SUMMARY.startsWith(one.replace(/…$/, ''))).toBe(true);
  expect(one).toMatch(/\S…$/);
  const shown = { excerpt: 'In short', description: 'In short' };
  expect(await read(visitor, '/api/posts/two')).toMatchObject(shown);
  for (const [path, text] of [
    ['/feed.xml', '<![CDATA[In short]]>'],
    ['/feed.json', '"summary": "In short"'],
    ['/search-index.json', 'short'],
  ] as const) {
    expect(await (await visitor.get(path)).text()).toContain(text);
  }
});

test('a client that does not know of it keeps it, and one that does can change and remove it', async () => {
  const { admin, fileOf, repository } = await start();
  const { posts } = await read<{ posts: Post[] }>(admin, '/api/content');
  expect(posts.map(({ description }) => description)).toEqual([SUMMARY, 'In short']);
  await admin.put('/api/posts', posts.map(without));
  expect(commitsOf(repository)).toHaveLength(1);
  const [one] = posts.map(without);
  await admin.put('/api/posts/one', { ...one, title: 'Uno' });
  expect(fileOf('one')).toBe(ONE.replace('title: One', 'title: Uno'));

  const describe = (description: string) => admin.put('/api/posts/two', { description });
  const description = 'Shorter still';
  expect(await json(describe(' Shorter\nstill '))).toMatchObject({ description });
  expect(subjectOf(repository)).toBe('Update post "Two": description');
  expect(fileOf('two')).toBe(TWO.replace('In short', description));
  expect(await json(describe(''))).not.toHaveProperty('description');
  expect(fileOf('two')).toBe(TWO.replace('description: In short\n', ''));
  expect(await issuesOf(describe('x'.repeat(1001)))).toEqual([
    'description: The summary must be 1000 characters or fewer',
  ]);
});

test('front matter that is pasted into a text brings it along', async () => {
  const { admin, fileOf } = await start();
  const content = '---\ntitle: Three\nsummary: Brief\n---\n\nText';
  expect(await json(admin.put('/api/posts/three', { content, tags: [] }))).toMatchObject({
    description: 'Brief',
    content: 'Text',
    extractedFrontMatter: ['title', 'description'],
  });
  expect(fileOf('three')).toMatch(/^---\ntitle: Three\ndescription: Brief\nhidden: /);
});
