import {
  namesWhere,
  POST_FIELD_NAMES,
  type ContentSummaryResponse,
  type ErrorResponseBody,
  type PostFields,
  type PostSource,
  type SavedPost,
} from 'content-schema';
import { writePostFile } from 'content-schema/front-matter';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { pushFile } from '../../../../test/open-test-content.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const LINES = ['First line', 'Second line', 'Third line', 'Fourth line', 'Fifth line'];
const ONE = `---\ntitle: One\ntags: [a, b] # mine\nlayout: wide\n---\n\n${LINES.join('\n')}\n`;
const FILES = new Map([
  ['posts/one.md', Buffer.from(ONE)],
  ['posts/two.md', Buffer.from('---\ntitle: Two\n---\n\nText\n')],
  ['posts/three.md', Buffer.from('---\ntitle: Three\nhidden: true\n---\n\nText\n')],
]);

const start = async () => {
  const server = await startTestServer({ files: FILES });
  return { ...server, admin: await server.signIn(), theirs: await server.signIn() };
};

/** Loads a post for editing, and returns it with the revision header for saving it. */
const load = async (client: TestClient, id: string) => {
  const response = await client.get(`/api/posts/${id}?posts=markdown`);
  const revision = response.headers.get('content-revision') ?? '';
  return { post: (await response.json()) as PostSource, base: { 'content-revision': revision } };
};

const conflictsIn = async (response: Response) =>
  ((await response.json()) as ErrorResponseBody).conflicts;

test('visitors get the fields of a post that its table shows in lists and on its page', async () => {
  const fields = { title: 'T', content: 'Text', description: 'D', tags: ['a'], hidden: false };
  const dates = { createdAt: '2020-01-01', updatedAt: '2020-01-01', publishDate: '2020-01-01' };
  const others = { expiryDate: '2999-01-01', aliases: ['/a'], lang: 'de', translationKey: 'k' };
  const page = { header: true, order: 1 } as const;
  const post = { ...fields, ...dates, ...others } satisfies Omit<PostFields, keyof typeof page>;
  const files = [
    ['posts/t.md', writePostFile(undefined, post, 't')],
    ['pages/t.md', writePostFile(undefined, { ...post, ...page, tags: [] }, 'page:t')],
  ] as const;
  const { visitor } = await startTestServer({
    files: new Map(files.map(([path, text]) => [path, Buffer.from(text)])),
  });
  const namesIn = (response: object) => POST_FIELD_NAMES.filter((name) => name in response);
  const get = async (path: string) => (await (await visitor.get(path)).json()) as object;
  const listed = namesWhere({ shownIn: 'lists' });
  const shown = [...listed, ...namesWhere({ shownIn: 'page' })];
  expect(new Set(namesIn(await get('/api/posts/page:t')))).toEqual(new Set(shown));
  const { posts } = (await get('/api/content?posts=summary')) as ContentSummaryResponse;
  expect(namesIn(posts[0] ?? {})).toEqual(listed.filter((name) => !(name in page)));
});

test('saving one post writes and returns only that post', async () => {
  const { admin, repository } = await start();
  const { post, base } = await load(admin, 'one');
  const started = Date.now();
  const response = await admin.put('/api/posts/one', { ...post, title: 'Uno' }, base);
  expect(response.status).toBe(200);
  const saved = (await response.json()) as SavedPost;
  expect(saved).toMatchObject({ id: 'one', title: 'Uno', tags: ['a', 'b'] });
  expect(saved).toHaveProperty('contentHtml');
  expect(Date.parse(saved.updatedAt ?? '')).toBeGreaterThanOrEqual(started);
  expect(subjectOf(repository)).toBe('Update post "Uno": title');
  expect(changesOf(repository)).toEqual(['M posts/one.md']);
  const after = git(repository, 'show', 'main:posts/one.md').replace(/updatedAt: .*\n/, '');
  expect(after).toBe(ONE.replace('title: One', 'title: Uno'));
});

test('the response has the commit of the save and its parent', async () => {
  const { admin, repository, outsider } = await start();
  const { base } = await load(admin, 'one');
  const before = await pushFile(outsider, 'notes.txt', 'From elsewhere');
  const response = await admin.put('/api/posts/one?posts=markdown', { title: 'Uno' }, base);
  expect(await response.json()).toMatchObject({ title: 'Uno', content: LINES.join('\n') });
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(response.headers.get('content-previous-revision')).toBe(before);
  const again = await admin.put('/api/posts/one?posts=markdown', { title: 'Uno' });
  expect(await again.json()).not.toHaveProperty('contentHtml');
  expect(again.headers.get('content-previous-revision')).toBeNull();
});

test('a small edit keeps updatedAt, and so the place in lists, by each call that saves posts', async () => {
  const dated = (title: string, key: string) =>
    Buffer.from(`---\ntitle: ${title}\n${key}: 2024-01-0${title.length}\n---\n\nText\n`);
  const files = new Map([
    ['posts/one.md', dated('One', 'lastmod')],
    ['posts/four.md', dated('Four', 'createdAt')],
  ]);
  const { signIn, repository } = await startTestServer({ files });
  const admin = await signIn();
  const show = (id: string) => git(repository, 'show', `main:posts/${id}.md`);
  const [one, four] = [show('one'), show('four')];
  const keepUpdatedAt = true;

  const single = await admin.put('/api/posts/one', { title: 'Uno', keepUpdatedAt });
  expect(await single.json()).toMatchObject({
    title: 'Uno',
    updatedAt: '2024-01-03T00:00:00.000Z',
  });
  expect(show('one')).toBe(one.replace('One', 'Uno'));
  const changed = [{ id: 'four', title: 'Fore', keepUpdatedAt }];
  const patched = await admin.patch('/api/content', { posts: { changed } });
  expect(((await patched.json()) as { posts: SavedPost[] }).posts[0]).not.toHaveProperty(
    'updatedAt',
  );
  expect(show('four')).toBe(four.replace('Four', 'Fore'));
  const all = await admin.put('/api/posts?posts=headings', [
    { id: 'one', title: 'Eins', keepUpdatedAt },
    { id: 'four', title: 'Fore' },
  ]);
  expect(await all.json()).toMatchObject([{ id: 'four' }, { id: 'one', title: 'Eins' }]);
  expect(show('one')).toBe(one.replace('One', 'Eins'));

  const invalid = await admin.put('/api/posts/one', { title: 'One', keepUpdatedAt: 'yes' });
  expect(invalid.status).toBe(400);
  expect((await invalid.json()) as ErrorResponseBody).toMatchObject({
    issues: [{ path: 'keepUpdatedAt' }],
  });
  await admin.put('/api/posts/one', { title: 'One', keepUpdatedAt: false });
  expect(show('one')).not.toContain('2024-01-03');
});

test('a small edit is merged with an edit of others, whose updatedAt stays, and is undone', async () => {
  const { admin, theirs, repository } = await start();
  const { post, base } = await load(admin, 'one');
  await theirs.put('/api/posts/one', { tags: ['c'] });
  const before = git(repository, 'show', 'main:posts/one.md');
  const mine = { ...post, title: 'Uno', keepUpdatedAt: true };
  const saved = await admin.put('/api/posts/one', mine, base);
  expect(git(repository, 'show', 'main:posts/one.md')).toBe(before.replace('One', 'Uno'));
  const commit = saved.headers.get('saved-commit') ?? '';
  await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
  expect(git(repository, 'show', 'main:posts/one.md')).toBe(before);
});

test('a post with a new id is created, with its date or the current one', async () => {
  const { admin, repository } = await start();
  const { base } = await load(admin, 'one');
  const fresh = { title: 'New', content: '# Hi', tags: ['x'], createdAt: '2020-02-29' };
  const response = await admin.put('/api/posts/new-abcd', fresh, base);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    id: 'new-abcd',
    createdAt: '2020-02-29T00:00:00.000Z',
  });
  expect(subjectOf(repository)).toBe('Create post "New"');
  expect(changesOf(repository)).toEqual(['A posts/new-abcd.md']);
  const undated = await admin.put('/api/posts/newer', { title: 'Newer', content: 'Text' });
  const { createdAt, updatedAt } = (await undated.json()) as SavedPost;
  expect(createdAt).toBe(updatedAt);
});

test('the id in the path takes precedence over the one in the body', async () => {
  const { admin, repository } = await start();
  await admin.put('/api/posts/one', { id: 'two', title: 'Uno' });
  expect(changesOf(repository)).toEqual(['M posts/one.md']);
});

test('edits of others are merged in, and what both changed is a conflict', async () => {
  const { admin, theirs, repository } = await start();
  const { post, base } = await load(admin, 'one');
  const withLine = (position: number, line: string) =>
    LINES.map((each, index) => (index === position ? line : each)).join('\n');
  await theirs.put('/api/posts/one', { content: withLine(0, 'Theirs'), tags: ['c'] });
  const merged = await admin.put('/api/posts/one', { ...post, content: withLine(4, 'Mine') }, base);
  expect(await merged.json()).toMatchObject({
    tags: ['c'],
    content: ['Theirs', ...LINES.slice(1, 4), 'Mine'].join('\n'),
  });
  const content = withLine(0, 'Mine');
  const rejected = await admin.put('/api/posts/one', { content }, base);
  expect(rejected.status).toBe(409);
  const both = ['Theirs', ...LINES.slice(1, 4), 'Mine'].join('\n');
  expect(await conflictsIn(rejected)).toEqual([
    { file: 'posts/one.md', field: 'content', base: post.content, theirs: both, mine: content },
  ]);
  expect(commitsOf(repository)).toHaveLength(3);
});

test('saving a post that others deleted is a conflict, and restores the post on the next attempt', async () => {
  const { admin, theirs, repository } = await start();
  const { post, base } = await load(admin, 'one');
  await theirs.delete('/api/posts/one');
  const rejected = await admin.put('/api/posts/one', { ...post, title: 'Uno' }, base);
  expect(rejected.status).toBe(409);
  const { revision, conflicts } = (await rejected.json()) as ErrorResponseBody;
  expect(conflicts).toMatchObject([{ file: 'posts/one.md', field: '', theirs: null }]);
  const decided = { 'content-revision': revision ?? '' };
  expect((await admin.put('/api/posts/one', { ...post, title: 'Uno' }, decided)).status).toBe(200);
  expect(subjectOf(repository)).toBe('Create post "Uno"');
});

test('issues are reported by field of the post', async () => {
  const { admin, repository } = await start();
  const paths = async (id: string, body: unknown) => {
    const response = await admin.put(`/api/posts/${id}`, body);
    expect(response.status).toBe(400);
    const { issues = [] } = (await response.json()) as ErrorResponseBody;
    return issues.map(({ path }) => path);
  };
  expect(await paths('one', { title: ' ', content: '' })).toEqual(['title', 'content']);
  expect(await paths('one', { tags: [7] })).toEqual(['tags.0']);
  expect(await paths('new', { title: 'New' })).toEqual(['content']);
  // No other stored post has a similar id.
  for (const id of ['ONE', '-x', 'a b', 'x'.repeat(101)]) {
    expect(await paths(id, { title: 'New', content: 'Text' })).toEqual(['id']);
  }
  const { message } = (await (
    await admin.put('/api/posts/one', ['Text'])
  ).json()) as ErrorResponseBody;
  expect(message).toBe('The post must be an object with its fields');
  expect(commitsOf(repository)).toHaveLength(1);
});

test('front matter in the text is moved to the fields, which are reported', async () => {
  const { admin } = await start();
  const content = '---\ntags: [sea]\n---\n\nText';
  const response = await admin.put('/api/posts/two', { content });
  expect(await response.json()).toMatchObject({
    tags: ['sea'],
    content: 'Text',
    extractedFrontMatter: ['tags'],
  });
});

test('fields that are not sent keep their stored values', async () => {
  const { admin, repository } = await start();
  const response = await admin.put('/api/posts/one', { hidden: true });
  expect(response.status).toBe(200);
  expect(subjectOf(repository)).toBe('Hide post "One"');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('2\t0\tposts/one.md\n');
});

test('a post for editing requires a session', async () => {
  const { visitor, admin } = await start();
  expect((await visitor.get('/api/posts/one?posts=markdown')).status).toBe(401);
  expect((await visitor.get('/api/content?posts=headings')).status).toBe(401);
  const { post } = await load(admin, 'one');
  expect(post).toEqual({
    id: 'one',
    title: 'One',
    tags: ['a', 'b'],
    hidden: false,
    content: LINES.join('\n'),
  });
});

test('content for editing is available without the texts of posts', async () => {
  const { admin } = await start();
  const response = await admin.get('/api/content?posts=headings');
  const { posts, profile } = (await response.json()) as { posts: unknown[]; profile: unknown };
  expect(profile).toHaveProperty('summaryHtml');
  expect(posts).toHaveLength(3);
  expect(posts).toContainEqual({ id: 'one', title: 'One', tags: ['a', 'b'], hidden: false });
});

test('unchanged content for editing is not sent again', async () => {
  const { admin } = await start();
  const { base } = await load(admin, 'one');
  const read = () => admin.get('/api/content?posts=headings', base);
  const response = await read();
  expect(response.status).toBe(204);
  expect(response.headers.get('content-revision')).toBe(base['content-revision']);
  await admin.put('/api/posts/one', { title: 'Uno' });
  expect((await read()).status).toBe(200);
});

test('several posts are hidden or shown in one commit, and keep their dates', async () => {
  const { admin, repository } = await start();
  const set = (hidden: boolean, ...ids: string[]) =>
    admin.post('/api/admin/posts/visibility', { ids, hidden });
  const hidden = await set(true, 'one', 'two', 'three', 'gone');
  expect(hidden.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  const saved = (await hidden.json()) as SavedPost[];
  expect(saved.map(({ id, hidden: is, updatedAt }) => [id, is, updatedAt]).sort()).toEqual([
    ['one', true, undefined],
    ['three', true, undefined],
    ['two', true, undefined],
  ]);
  // One was hidden before.
  expect(subjectOf(repository)).toBe('Hide 2 posts');
  expect(changesOf(repository)).toEqual(['M posts/one.md', 'M posts/two.md']);
  await set(false, 'three');
  expect(subjectOf(repository)).toBe('Show post "Three"');
  expect((await set(true, 'gone')).status).toBe(404);
  expect(commitsOf(repository)).toHaveLength(3);
});

test('several posts are deleted in one commit, unless one was edited meanwhile', async () => {
  const { admin, theirs, repository } = await start();
  const { base } = await load(admin, 'one');
  const remove = (...ids: string[]) => admin.post('/api/admin/posts/delete', { ids }, base);
  await theirs.put('/api/posts/one', { title: 'Theirs' });
  const rejected = await remove('one', 'two');
  expect(rejected.status).toBe(409);
  expect(await conflictsIn(rejected)).toMatchObject([
    { file: 'posts/one.md', field: '', theirs: { title: 'Theirs' }, mine: null },
  ]);
  const response = await remove('two', 'three', 'gone');
  expect(await response.json()).toEqual({ ids: ['two', 'three', 'gone'] });
  expect(subjectOf(repository)).toBe('Delete 2 posts');
  expect(changesOf(repository)).toEqual(['D posts/three.md', 'D posts/two.md']);
  expect((await remove('two')).status).toBe(404);
});

test('posts are found by the words in their titles, tags and texts', async () => {
  const { admin } = await start();
  const result = async (words: string) => {
    const response = await admin.get(`/api/admin/posts/search?q=${encodeURIComponent(words)}`);
    return ((await response.json()) as { ids: string[] }).ids;
  };
  expect(await result('LINE thîrd')).toEqual(['one']);
  expect((await result('text')).sort()).toEqual(['three', 'two']);
  expect(await result('text three')).toEqual(['three']);
  expect(await result('nothing')).toEqual([]);
  expect(await result('')).toHaveLength(3);
});
