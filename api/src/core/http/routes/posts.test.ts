import type { ContentResponse, Post } from 'content-schema';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { read, statusAndBody } from '../../../../test/responses.ts';
import { testWorkers } from '../../../../test/run-app.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import { testFolder } from '../../../../test/test-folder.ts';
import { createCacheRegistry } from '../../cache.ts';

const ONE = '---\ntitle: One\nupdatedAt: 2024-01-01\nlayout: wide # mine\n---\n\n**Text**\n';
const FILES = {
  'posts/one.md': ONE,
  'posts/secret.md': '---\ntitle: Secret\nhidden: true\n---\n\nText\n',
};

const start = (files: TestFiles = FILES) => startAsAdmin({ files });

test('hiding and showing a post changes one line, and keeps its date', async () => {
  const { admin, visitor, repository } = await start();
  const hide = (id: string, hidden: unknown) =>
    admin.patch(`/api/posts/${id}/visibility`, { hidden });
  for (const hidden of [undefined, 'yes', null])
    expect((await hide('one', hidden)).status).toBe(400);
  expect((await hide('secret', true)).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  const response = await hide('one', true);
  expect(await response.json()).toMatchObject([
    { id: 'one', hidden: true, updatedAt: '2024-01-01T00:00:00.000Z' },
    { id: 'secret', hidden: true },
  ]);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Hide post "One"');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t0\tposts/one.md\n');
  expect((await visitor.get('/api/posts/one')).status).toBe(404);

  await hide('secret', false);
  expect(subjectOf(repository)).toBe('Show post "Secret"');
  expect((await visitor.get('/api/posts/secret')).status).toBe(200);
});

test('every call for a post that does not exist is a 404', async () => {
  const { admin, repository } = await start();
  for (const id of ['nothing', '..%2Fprofile', '%2e%2e', 'one%00', '%E0%A4%A']) {
    for (const response of [
      await admin.get(`/api/posts/${id}`),
      await admin.delete(`/api/posts/${id}`),
      await admin.patch(`/api/posts/${id}/visibility`, { hidden: true }),
    ]) {
      expect([id, response.status]).toEqual([id, 404]);
    }
  }
  // Another case is an old address for readers, but no id.
  const response = await admin.get('/api/posts/ONE');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/api/posts/one']);
  const error = { code: 'EntityNotFound', message: 'Blog post not found' };
  expect(await statusAndBody(admin.delete('/api/posts/ONE'))).toEqual([404, error]);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a whole post has everything that its page shows', async () => {
  const dated = (title: string, year: number, more = '') =>
    `---\ntitle: ${title}\ncreatedAt: ${year}-01-01\n${more}---\n\nText of it.\n`;
  const { admin, visitor } = await start({
    'posts/old.md': dated('Old', 2020),
    'posts/secret.md': dated('Secret', 2021, 'hidden: true\n'),
    'posts/middle.md': dated('Middle', 2022),
    'posts/young.md': dated('Young', 2023),
  });
  expect(await read(visitor, '/api/posts/middle')).toMatchObject({
    excerpt: 'Text of it.',
    minutes: 1,
    neighbours: { previous: { id: 'old', title: 'Old' }, next: { id: 'young', title: 'Young' } },
  });
  const secret = { id: 'secret', neighbours: {} };
  expect(await read(admin, '/api/posts/secret')).toMatchObject(secret);
  const response = await visitor.get('/api/posts/secret');
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('Secret');
});

test('a post that was pushed with an invalid id as its name can be read and edited', async () => {
  const ids = {
    '~new': 'new',
    '~tags': 'tags',
    con: 'con',
    'aux.txt': 'aux.txt',
    'über uns & mehr': 'über uns & mehr',
  };
  const files = Object.values(ids).map((name) => [
    `posts/${name}.md`,
    `# Called ${name}\n\nText\n`,
  ]);
  const { admin, visitor, repository } = await start(Object.fromEntries(files) as TestFiles);
  for (const [id, name] of Object.entries(ids)) {
    const path = `/api/posts/${encodeURIComponent(id)}`;
    expect(await read(visitor, path)).toMatchObject({ id, title: `Called ${name}` });
    const response = await admin.patch(`${path}/visibility`, { hidden: true });
    expect(response.status).toBe(200);
    expect(changesOf(repository)).toEqual([`M posts/${name}.md`]);
  }
});

test('calls that respond with all posts render none again, though memory holds a few', async () => {
  let renderings = 0;
  const run: typeof testWorkers.run = (name, input) => {
    if (name === 'renderMarkdown') renderings += 1;
    return testWorkers.run(name, input);
  };
  const ids = Array.from({ length: 30 }, (_, n) => `p${n}`);
  const { admin } = await startAsAdmin({
    files: Object.fromEntries(ids.map((id) => [`posts/${id}.md`, `${id} ${'text '.repeat(400)}`])),
    workers: { ...testWorkers, run },
    caches: createCacheRegistry(160_000),
    pictures: { folder: await testFolder(), maxBytes: 1e7 },
  });
  const { posts } = await read<ContentResponse>(admin, '/api/content');
  expect(posts).toHaveLength(30);
  const before = renderings;
  expect((await admin.patch('/api/posts/p1/visibility', { hidden: true })).status).toBe(200);
  const left = (await (await admin.delete('/api/posts/p2')).json()) as Post[];
  expect(left.map(({ contentHtml }) => contentHtml)).toEqual(
    posts.filter(({ id }) => id !== 'p2').map(({ contentHtml }) => contentHtml),
  );
  expect(renderings).toBe(before);
  expect(renderings).toBeGreaterThan(29);
});
