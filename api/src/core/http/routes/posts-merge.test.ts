import type { ErrorResponseBody, Post } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf, git } from '../../../../test/git.ts';
import { pushFile } from '../../../../test/open-test-content.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const LINES = ['First line', 'Second line', 'Third line', 'Fourth line', 'Fifth line'];
const ONE = `---\ntitle: One\ntags: [a, b]\n---\n\n${LINES.join('\n')}\n`;

/** Starts two clients that have loaded the same posts; `theirs` saves first. */
const startTwo = async () => {
  const files = new Map([
    ['posts/one.md', Buffer.from(ONE)],
    ['posts/two.md', Buffer.from('---\ntitle: Two\n---\n\nText\n')],
  ]);
  const { signIn, repository, outsider } = await startTestServer({ files });
  const [theirs, mine] = [await signIn(), await signIn()];
  const response = await mine.get('/api/content');
  const { posts } = (await response.json()) as { posts: Post[] };
  const base = { 'content-revision': response.headers.get('content-revision') ?? '' };
  return { theirs, mine, repository, outsider, posts, base };
};

const edit = (posts: readonly Post[], id: string, changes: Partial<Post>): Post[] =>
  posts.map((post) => (post.id === id ? { ...post, ...changes } : post));

const without = (posts: readonly Post[], id: string): Post[] =>
  posts.filter((post) => post.id !== id);

const readOne = async (client: TestClient): Promise<Post> =>
  (await (await client.get('/api/posts/one')).json()) as Post;

test('edits of different lines and fields of one post are both kept', async () => {
  const { theirs, mine, repository, posts, base } = await startTwo();
  const first = ['Their line', ...LINES.slice(1)].join('\n');
  const last = [...LINES.slice(0, 4), 'My line'].join('\n');
  await theirs.put('/api/posts', edit(posts, 'one', { content: first, tags: ['a', 'b', 'c'] }));
  const response = await mine.put(
    '/api/posts',
    edit(posts, 'one', { content: last, title: 'Uno' }),
    base,
  );
  expect(response.status).toBe(200);
  expect(await readOne(mine)).toMatchObject({
    title: 'Uno',
    tags: ['a', 'b', 'c'],
    content: ['Their line', ...LINES.slice(1, 4), 'My line'].join('\n'),
  });
  expect(commitsOf(repository)).toHaveLength(3);
});

test('a save from before a move can be repeated', async () => {
  const { theirs, mine, repository, posts, base } = await startTwo();
  expect((await theirs.post('/api/admin/posts/two/address', { id: 'second' })).status).toBe(200);
  const headers = { ...base, 'idempotency-key': 'a-key-of-this-save' };
  const save = () => mine.put('/api/posts', edit(posts, 'one', { title: 'Uno' }), headers);
  const first = await save();
  expect([first.status, commitsOf(repository)[0]]).toEqual([
    200,
    first.headers.get('saved-commit'),
  ]);
  const again = await save();
  expect([again.status, again.headers.get('saved-commit')]).toEqual([
    200,
    first.headers.get('saved-commit'),
  ]);
  expect(commitsOf(repository)).toHaveLength(3);
});

test('edits of the same line are a conflict that shows all sides, and nothing is written', async () => {
  const { theirs, mine, repository, posts, base } = await startTwo();
  const [text = ''] = posts.filter(({ id }) => id === 'one').map(({ content }) => content);
  const changed = (line: string) => text.replace('Third line', line);
  await theirs.put('/api/posts', edit(posts, 'one', { content: changed('Theirs') }));
  const response = await mine.put(
    '/api/posts',
    edit(posts, 'one', { content: changed('Mine') }),
    base,
  );
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({
    code: 'MergeConflict',
    message: 'This was changed elsewhere in the meantime. Choose which version to keep.',
    revision: commitsOf(repository)[0],
    conflicts: [
      {
        file: 'posts/one.md',
        field: 'content',
        base: text,
        theirs: changed('Theirs'),
        mine: changed('Mine'),
      },
    ],
  });
  expect(commitsOf(repository)).toHaveLength(2);
  expect((await readOne(mine)).content).toBe(changed('Theirs'));
});

test('an edit is merged with front matter that was broken by hand meanwhile', async () => {
  const { mine, repository, outsider, posts, base } = await startTwo();
  const broken = ONE.replace('title: One', 'title: A note: for three');
  await pushFile(outsider, 'posts/one.md', broken);
  await mine.get('/api/content?posts=headings');
  const content = [...LINES.slice(0, 4), 'My line'].join('\n');
  const response = await mine.put('/api/posts', edit(posts, 'one', { content }), base);
  expect(response.status).toBe(200);
  expect(await readOne(mine)).toMatchObject({ title: 'A note: for three', tags: ['a', 'b'] });
  const file = git(repository, 'show', 'main:posts/one.md');
  expect(file).toContain('title: A note: for three\ntags: [a, b]\n');
  expect(file).toContain('Fourth line\nMy line\n');
});

test('a save with a base deletes no post that the base did not have', async () => {
  const { theirs, mine, posts, base } = await startTwo();
  const added = { id: 'three', title: 'Three', content: 'x' };
  await theirs.put('/api/posts', [...posts, added]);
  const response = await mine.put('/api/posts', without(posts, 'two'), base);
  const left = ((await response.json()) as Post[]).map(({ id }) => id).sort();
  expect(left).toEqual(['one', 'three']);
});

test('without a base the sent posts replace all', async () => {
  const { theirs, mine, posts } = await startTwo();
  await theirs.put('/api/posts', [...posts, { id: 'three', title: 'Three', content: 'x' }]);
  const response = await mine.put('/api/posts', without(posts, 'two'));
  expect(await response.json()).toMatchObject([{ id: 'one' }]);
});

test('a deleted post is not restored by a client that did not edit it', async () => {
  const { theirs, mine, posts, base } = await startTwo();
  await theirs.delete('/api/posts/two');
  const response = await mine.put('/api/posts', edit(posts, 'one', { title: 'Uno' }), base);
  expect(await response.json()).toMatchObject([{ id: 'one', title: 'Uno' }]);
});

test('editing what others deleted is a conflict, and so is deleting what others edited', async () => {
  const { theirs, mine, repository, posts, base } = await startTwo();
  await theirs.put('/api/posts', edit(without(posts, 'two'), 'one', { title: 'Theirs' }));
  const editing = await mine.put('/api/posts', edit(posts, 'two', { title: 'Mine' }), base);
  expect(editing.status).toBe(409);
  expect(((await editing.json()) as ErrorResponseBody).conflicts).toMatchObject([
    {
      file: 'posts/two.md',
      field: '',
      base: { title: 'Two' },
      theirs: null,
      mine: { title: 'Mine' },
    },
  ]);
  const sent = without(without(posts, 'two'), 'one');
  const deleting = await mine.put('/api/posts', sent, base);
  expect(deleting.status).toBe(409);
  const conflict = {
    file: 'posts/one.md',
    field: '',
    base: { title: 'One' },
    theirs: { title: 'Theirs' },
    mine: null,
  };
  expect(((await deleting.json()) as ErrorResponseBody).conflicts).toMatchObject([conflict]);
  const byName = await mine.delete('/api/posts/one', undefined, base);
  expect(byName.status).toBe(409);
  expect(((await byName.json()) as ErrorResponseBody).conflicts).toMatchObject([conflict]);
  expect(commitsOf(repository)).toHaveLength(2);
});

test('with a base that no longer exists nothing is deleted, and differences are conflicts', async () => {
  const { mine, repository, posts } = await startTwo();
  const deleted = { 'content-revision': 'f'.repeat(40) };
  const stored = await mine.put('/api/posts', without(posts, 'two'), deleted);
  expect(stored.status).toBe(200);
  expect(await stored.json()).toHaveLength(2);
  const response = await mine.put('/api/posts', edit(posts, 'one', { title: 'Uno' }), deleted);
  expect(response.status).toBe(409);
  expect(((await response.json()) as ErrorResponseBody).conflicts).toMatchObject([
    { file: 'posts/one.md', field: 'title', theirs: 'One', mine: 'Uno' },
  ]);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('line breaks of another system are not treated as changes', async () => {
  const files = new Map([['posts/one.md', Buffer.from(ONE.replaceAll('\n', '\r\n'))]]);
  const { signIn, repository } = await startTestServer({ files });
  const admin = await signIn();
  const response = await admin.get('/api/content');
  const { posts } = (await response.json()) as { posts: Post[] };
  const base = { 'content-revision': response.headers.get('content-revision') ?? '' };
  const typed = (lines: string[]) => edit(posts, 'one', { content: lines.join('\n') });
  await admin.put('/api/posts', typed(['Theirs', ...LINES.slice(1)]), base);
  const merged = await admin.put('/api/posts', typed([...LINES.slice(0, 4), 'Mine']), base);
  expect(merged.status).toBe(200);
  const stored = git(repository, 'show', 'main:posts/one.md');
  expect(stored).toContain(['Theirs', ...LINES.slice(1, 4), 'Mine'].join('\r\n'));
  expect(stored.replaceAll('\r\n', '')).not.toContain('\n');
});
