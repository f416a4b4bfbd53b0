import type { Post } from 'content-schema';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

const ONE = '---\ntitle: One\nupdatedAt: 2024-01-01\nlayout: wide # mine\n---\n\n**Text**\n';
const FILES = new Map([
  ['posts/one.md', Buffer.from(ONE)],
  ['posts/secret.md', Buffer.from('---\ntitle: Secret\nhidden: true\n---\n\nText\n')],
]);

test('a post is deleted as one commit, and the response has the others', async () => {
  const { signIn, repository } = await startTestServer({ files: FILES });
  const admin = await signIn();
  const response = await admin.delete('/api/posts/one');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject([{ id: 'secret' }]);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Delete post "One"');
  expect(changesOf(repository)).toEqual(['D posts/one.md']);
});

test('hiding and showing a post changes one line, and keeps its date', async () => {
  const { signIn, visitor, repository } = await startTestServer({ files: FILES });
  const admin = await signIn();
  const response = await admin.patch('/api/posts/one/visibility', { hidden: true });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject([
    { id: 'one', hidden: true, updatedAt: '2024-01-01T00:00:00.000Z' },
    { id: 'secret', hidden: true },
  ]);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Hide post "One"');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toMatch(/^1\t0\tposts\/one.md\n$/);
  expect((await visitor.get('/api/posts/one')).status).toBe(404);

  await admin.patch('/api/posts/secret/visibility', { hidden: false });
  expect(subjectOf(repository)).toBe('Show post "Secret"');
  expect((await visitor.get('/api/posts/secret')).status).toBe(200);
});

test('hiding and deleting a post returns only the headings of posts where these are asked for', async () => {
  const { signIn } = await startTestServer({ files: FILES });
  const admin = await signIn();
  const hidden = await admin.patch('/api/posts/one/visibility?posts=headings', { hidden: true });
  const posts = (await hidden.json()) as object[];
  expect(posts).toMatchObject([
    { id: 'one', hidden: true },
    { id: 'secret', hidden: true },
  ]);
  const remaining = await admin.delete('/api/posts/one?posts=headings');
  posts.push(...((await remaining.json()) as object[]));
  expect(posts).toHaveLength(3);
  for (const post of posts) {
    expect(post).not.toHaveProperty('content');
    expect(post).not.toHaveProperty('contentHtml');
  }
});

test('hiding a hidden post makes no commit', async () => {
  const { signIn, repository } = await startTestServer({ files: FILES });
  const admin = await signIn();
  const response = await admin.patch('/api/posts/secret/visibility', { hidden: true });
  expect(response.status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a visibility that is not a boolean is refused', async () => {
  const { signIn, repository } = await startTestServer({ files: FILES });
  const admin = await signIn();
  for (const body of [{}, { hidden: 'yes' }, { hidden: null }]) {
    expect((await admin.patch('/api/posts/one/visibility', body)).status).toBe(400);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('every call for a post that does not exist is a 404', async () => {
  const { signIn, repository } = await startTestServer({ files: FILES });
  const admin = await signIn();
  for (const id of ['nothing', '..%2Fprofile', '%2e%2e', 'one%00', '%E0%A4%A']) {
    const responses = [
      await admin.get(`/api/posts/${id}`),
      await admin.delete(`/api/posts/${id}`),
      await admin.patch(`/api/posts/${id}/visibility`, { hidden: true }),
    ];
    expect(
      responses.map(({ status }) => status),
      id,
    ).toEqual([404, 404, 404]);
  }
  // Another case is an old address for readers, but no id.
  const read = await admin.get('/api/posts/ONE');
  expect([read.status, read.headers.get('location')]).toEqual([302, '/api/posts/one']);
  expect((await admin.delete('/api/posts/ONE')).status).toBe(404);
  const response = await admin.delete('/api/posts/nothing');
  expect(await response.json()).toEqual({ code: 'EntityNotFound', message: 'Blog post not found' });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a whole post is returned with its revision, and is a 304 while unchanged', async () => {
  const { visitor, repository } = await startTestServer({ files: FILES });
  const response = await visitor.get('/api/posts/one');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(response.headers.get('vary')).toMatch(/cookie/i);
  const post = (await response.json()) as Post;
  expect(post).toMatchObject({ id: 'one', title: 'One', tags: [], content: '**Text**' });
  expect(post.contentHtml.trim()).toBe('<p><strong>Text</strong></p>');
  const etag = response.headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  expect((await visitor.get('/api/posts/one', { 'if-none-match': etag })).status).toBe(304);
});

test('a whole post has everything that its page shows', async () => {
  const dated = (title: string, year: number, more = '') =>
    Buffer.from(`---\ntitle: ${title}\ncreatedAt: ${year}-01-01\n${more}---\n\nText of it.\n`);
  const files = new Map([
    ['posts/old.md', dated('Old', 2020)],
    ['posts/secret.md', dated('Secret', 2021, 'hidden: true\n')],
    ['posts/middle.md', dated('Middle', 2022)],
    ['posts/young.md', dated('Young', 2023)],
  ]);
  const { visitor, signIn } = await startTestServer({ files });
  expect(await (await visitor.get('/api/posts/middle')).json()).toMatchObject({
    excerpt: 'Text of it.',
    minutes: 1,
    neighbours: { previous: { id: 'old', title: 'Old' }, next: { id: 'young', title: 'Young' } },
  });
  const hidden = await (await signIn()).get('/api/posts/secret');
  expect(await hidden.json()).toMatchObject({ id: 'secret', neighbours: {} });
});

test('a hidden post is found by the administrator only', async () => {
  const { signIn, visitor } = await startTestServer({ files: FILES });
  const admin = await signIn();
  expect((await admin.get('/api/posts/secret')).status).toBe(200);
  const response = await visitor.get('/api/posts/secret');
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('Secret');
});

test('a post that was written by hand is found by its file name', async () => {
  const files = new Map([['posts/über uns & mehr.md', Buffer.from('# Über uns\n')]]);
  const { visitor } = await startTestServer({ files });
  const response = await visitor.get(`/api/posts/${encodeURIComponent('über uns & mehr')}`);
  expect(await response.json()).toMatchObject({ id: 'über uns & mehr', title: 'Über uns' });
});

test('a post that was pushed with an invalid id as its name can be read and edited', async () => {
  const files = new Map(
    ['new', 'tags', 'con', 'aux.txt'].map((name) => [
      `posts/${name}.md`,
      Buffer.from(`---\ntitle: Called ${name}\n---\n\nText\n`),
    ]),
  );
  const { signIn, visitor, repository } = await startTestServer({ files });
  const admin = await signIn();
  for (const [id, name] of [
    ['~new', 'new'],
    ['~tags', 'tags'],
    ['con', 'con'],
    ['aux.txt', 'aux.txt'],
  ] as const) {
    expect(await (await visitor.get(`/api/posts/${id}`)).json()).toMatchObject({
      id,
      title: `Called ${name}`,
    });
    const response = await admin.patch(`/api/posts/${id}/visibility`, { hidden: true });
    expect(response.status).toBe(200);
    expect(changesOf(repository)).toEqual([`M posts/${name}.md`]);
  }
});
