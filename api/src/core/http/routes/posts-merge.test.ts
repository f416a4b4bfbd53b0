import type { Post } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf } from '../../../../test/git.ts';
import { move } from '../../../../test/merge-calls.ts';
import { conflictsOf, json, savedCommit } from '../../../../test/responses.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

const LINES = ['First line', 'Second line', 'Third line', 'Fourth line', 'Fifth line'];
const ONE = `---\ntitle: One\ntags: [a, b]\n---\n\n${LINES.join('\n')}\n`;

/** Returns the text of the post with other lines. */
const withLines = (lines: Readonly<Record<number, string>>): string =>
  LINES.map((line, index) => lines[index] ?? line).join('\n');

/** Starts two clients that have loaded the same posts; `theirs` saves first. */
const startTwo = async (one = ONE) => {
  const server = await startTestServer({
    files: { 'posts/one.md': one, 'posts/two.md': '---\ntitle: Two\n---\n\nText\n' },
  });
  const [theirs, admin] = [await server.signIn(), await server.signIn()];
  const response = await admin.get('/api/content');
  const { posts } = await json<{ posts: Post[] }>(response);
  const base = { 'content-revision': response.headers.get('content-revision') ?? '' };
  return {
    ...server,
    theirs,
    admin,
    posts,
    base,
    /** Saves posts that began from the loaded ones. */
    save: (sent: readonly object[], headers = base) => admin.put('/api/posts', sent, headers),
    readOne: () => json<Post>(admin.get('/api/posts/one')),
    commits: () => commitsOf(server.repository),
  };
};

const edit = (posts: readonly Post[], id: string, changes: Partial<Post>): Post[] =>
  posts.map((post) => (post.id === id ? { ...post, ...changes } : post));

const without = (posts: readonly Post[], ...ids: string[]): Post[] =>
  posts.filter(({ id }) => !ids.includes(id));

test('a save from before a move can be repeated', async () => {
  const { theirs, base, posts, save, commits } = await startTwo();
  expect((await move(theirs, 'two', 'second')).status).toBe(200);
  const headers = { ...base, 'idempotency-key': 'a-key-of-this-save' };
  for (let times = 0; times < 2; times += 1) {
    const commit = await savedCommit(save(edit(posts, 'one', { title: 'Uno' }), headers));
    expect(commit).toBe(commits()[0]);
  }
  expect(commits()).toHaveLength(3);
});

test('an edit is merged with front matter that was broken by hand meanwhile', async () => {
  const { push, posts, save, readOne, show } = await startTwo();
  await push({ 'posts/one.md': ONE.replace('title: One', 'title: A note: for three') });
  await savedCommit(save(edit(posts, 'one', { content: withLines({ 4: 'My line' }) })));
  expect(await readOne()).toMatchObject({ title: 'A note: for three', tags: ['a', 'b'] });
  expect(show('posts/one.md')).toContain('title: A note: for three\ntags: [a, b]\n');
  expect(show('posts/one.md')).toContain('Fourth line\nMy line\n');
});

test('editing what others deleted is a conflict, and so is deleting what others edited', async () => {
  const { theirs, admin, base, posts, save, commits } = await startTwo();
  await theirs.put('/api/posts', edit(without(posts, 'two'), 'one', { title: 'Theirs' }));
  const two = { base: { title: 'Two' }, theirs: null, mine: { title: 'Mine' } };
  expect(await conflictsOf(save(edit(posts, 'two', { title: 'Mine' })))).toMatchObject([
    { file: 'posts/two.md', field: '', ...two },
  ]);
  const one = { base: { title: 'One' }, theirs: { title: 'Theirs' }, mine: null };
  for (const deleting of [
    save(without(posts, 'one', 'two')),
    admin.delete('/api/posts/one', undefined, base),
    admin.post('/api/admin/posts/delete', { ids: ['one', 'two'] }, base),
  ]) {
    const conflict = { file: 'posts/one.md', field: '', ...one };
    expect(await conflictsOf(deleting)).toMatchObject([conflict]);
  }
  expect(commits()).toHaveLength(2);
});

test('with a base that no longer exists nothing is deleted, and differences are conflicts', async () => {
  const { posts, save, commits } = await startTwo();
  const gone = { 'content-revision': 'f'.repeat(40) };
  expect(await json(save(without(posts, 'two'), gone))).toHaveLength(2);
  expect(await conflictsOf(save(edit(posts, 'one', { title: 'Uno' }), gone))).toMatchObject([
    { file: 'posts/one.md', field: 'title', theirs: 'One', mine: 'Uno' },
  ]);
  expect(commits()).toHaveLength(1);
});

test('line breaks of another system are not treated as changes', async () => {
  const { posts, save, show, commits } = await startTwo(ONE.replaceAll('\n', '\r\n'));
  const saveLines = (lines: Readonly<Record<number, string>>) =>
    savedCommit(save(edit(posts, 'one', { content: withLines(lines) })));
  await saveLines({});
  expect(commits()).toHaveLength(1);
  await saveLines({ 0: 'Theirs' });
  await saveLines({ 4: 'Mine' });
  const stored = show('posts/one.md');
  expect(stored).toContain(withLines({ 0: 'Theirs', 4: 'Mine' }).replaceAll('\n', '\r\n'));
  expect(stored.replaceAll('\r\n', '')).not.toContain('\n');
});
