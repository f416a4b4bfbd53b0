// Needs: history
import {
  namesWhere,
  POST_FIELD_NAMES,
  type ContentSummaryResponse,
  type PostFields,
  type PostSource,
  type SavedPost,
} from 'content-schema';
import { writePostFile } from 'content-schema/front-matter';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { changesOf, commitsOf, subjectOf } from '../../../../test/git.ts';
import { undo } from '../../../../test/merge-calls.ts';
import { issuesOf, json, read, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const LINES = ['First line', 'Second line', 'Third line', 'Fourth line', 'Fifth line'];
const ONE = `---\ntitle: One\ntags: [a, b] # mine\naliases: /2019/one\nlayout: wide\n---\n\n${LINES.join('\n')}\n`;
const FILES = {
  'posts/one.md': ONE,
  'posts/two.md': '---\ntitle: Two\n---\n\nText\n',
  'posts/three.md': '---\ntitle: Three\nhidden: true\n---\n\nText\n',
};

const start = async (files: TestFiles = FILES) => {
  const server = await startAsAdmin({ files });
  return { ...server, theirs: await server.signIn() };
};

/** Loads a post for editing, and returns it with the revision header for saving it. */
const load = async (client: TestClient, id: string) => {
  const response = await client.get(`/api/posts/${id}?posts=markdown`);
  const revision = response.headers.get('content-revision') ?? '';
  return { post: await json<PostSource>(response), base: { 'content-revision': revision } };
};

test('visitors get the fields of a post that its table shows in lists and on its page', async () => {
  const fields = { title: 'T', content: 'Text', description: 'D', tags: ['a'], hidden: false };
  const dates = { createdAt: '2020-01-01', updatedAt: '2020-01-01', publishDate: '2020-01-01' };
  const others = { expiryDate: '2999-01-01', aliases: ['/a'], lang: 'de', translationKey: 'k' };
  const page = { header: true, order: 1 } as const;
  const post = { ...fields, ...dates, ...others } satisfies Omit<PostFields, keyof typeof page>;
  const { visitor } = await start({
    'posts/t.md': writePostFile(undefined, post, 't'),
    'pages/t.md': writePostFile(undefined, { ...post, ...page, tags: [] }, 'page:t'),
  });
  const namesIn = (response: object) => POST_FIELD_NAMES.filter((name) => name in response);
  const listed = namesWhere({ shownIn: 'lists' });
  const shown = [...listed, ...namesWhere({ shownIn: 'page' })];
  expect(new Set(namesIn(await read<object>(visitor, '/api/posts/page:t')))).toEqual(
    new Set(shown),
  );
  const { posts } = await read<ContentSummaryResponse>(visitor, '/api/content?posts=summary');
  expect(namesIn(posts[0] ?? {})).toEqual(listed.filter((name) => !(name in page)));
});

test('saving one post writes and returns only that post, with its commit and the parent', async () => {
  const { admin, push, repository, show } = await start();
  const { post, base } = await load(admin, 'one');
  const before = await push({ 'notes.txt': 'From elsewhere' });
  const started = Date.now();
  const response = await admin.put('/api/posts/one', { ...post, id: 'two', title: 'Uno' }, base);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(response.headers.get('content-previous-revision')).toBe(before);
  const saved = await json<SavedPost>(response);
  expect(saved).toMatchObject({ id: 'one', title: 'Uno', tags: ['a', 'b'] });
  expect(saved).toHaveProperty('contentHtml');
  expect(Date.parse(saved.updatedAt ?? '')).toBeGreaterThanOrEqual(started);
  expect(subjectOf(repository)).toBe('Update post "Uno": title');
  expect(changesOf(repository)).toEqual(['M posts/one.md']);
  const after = show('posts/one.md').replace(/updatedAt: .*\n/, '');
  expect(after).toBe(ONE.replace('title: One', 'title: Uno'));

  const again = await admin.put('/api/posts/one?posts=markdown', { title: 'Uno' });
  expect(await again.json()).not.toHaveProperty('contentHtml');
  expect(again.headers.get('content-previous-revision')).toBeNull();
});

test('a small edit keeps updatedAt, and so the place in lists, by each call that saves posts', async () => {
  const dated = (title: string, key: string) =>
    `---\ntitle: ${title}\n${key}: 2024-01-0${title.length}\n---\n\nText\n`;
  const [one, four] = [dated('One', 'lastmod'), dated('Four', 'createdAt')];
  const { admin, show } = await start({ 'posts/one.md': one, 'posts/four.md': four });
  const keepUpdatedAt = true;

  const single = await admin.put('/api/posts/one', { title: 'Uno', keepUpdatedAt });
  const updatedAt = '2024-01-03T00:00:00.000Z';
  expect(await single.json()).toMatchObject({ title: 'Uno', updatedAt });
  expect(show('posts/one.md')).toBe(one.replace('One', 'Uno'));
  const changed = [{ id: 'four', title: 'Fore', keepUpdatedAt }];
  const patched = admin.patch('/api/content', { posts: { changed } });
  const { posts } = await json<{ posts: SavedPost[] }>(patched);
  expect(posts[0]).not.toHaveProperty('updatedAt');
  expect(show('posts/four.md')).toBe(four.replace('Four', 'Fore'));
  const set = [
    { id: 'one', title: 'Eins', keepUpdatedAt },
    { id: 'four', title: 'Fore' },
  ];
  expect(await json(admin.put('/api/posts?posts=headings', set))).toMatchObject([
    { id: 'four' },
    { id: 'one', title: 'Eins' },
  ]);
  expect(show('posts/one.md')).toBe(one.replace('One', 'Eins'));

  const invalid = admin.put('/api/posts/one', { title: 'One', keepUpdatedAt: 'yes' });
  expect(await issuesOf(invalid)).toEqual([expect.stringMatching(/^keepUpdatedAt: /)]);
  await admin.put('/api/posts/one', { title: 'One', keepUpdatedAt: false });
  expect(show('posts/one.md')).not.toContain('2024-01-03');
});

test('a small edit is merged with an edit of others, whose updatedAt stays, and is undone', async () => {
  const { admin, theirs, show } = await start();
  const { post, base } = await load(admin, 'one');
  await theirs.put('/api/posts/one', { tags: ['c'] });
  const before = show('posts/one.md');
  const mine = { ...post, title: 'Uno', keepUpdatedAt: true };
  const commit = await savedCommit(admin.put('/api/posts/one', mine, base));
  expect(show('posts/one.md')).toBe(before.replace('One', 'Uno'));
  await savedCommit(undo(admin, commit));
  expect(show('posts/one.md')).toBe(before);
});

test('issues are reported by field of the post', async () => {
  const { admin, repository } = await start();
  for (const [id, body, ...fields] of [
    ['one', { title: ' ', content: '' }, 'title', 'content'],
    ['one', { tags: [7] }, 'tags.0'],
    ['new', { title: 'New' }, 'content'],
    // No other stored post has a similar id.
    ['ONE', { title: 'New', content: 'Text' }, 'id'],
    ['one', ['Text'], ''],
  ] as const) {
    const issues = await issuesOf(admin.put(`/api/posts/${id}`, body));
    expect(issues.map((issue) => issue.split(': ')[0])).toEqual(fields);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a post for editing requires a session, and is sent without its HTML', async () => {
  const { visitor, admin } = await start();
  const heading = { id: 'one', title: 'One', tags: ['a', 'b'], hidden: false };
  const { post, base } = await load(admin, 'one');
  expect(post).toEqual({ ...heading, content: LINES.join('\n') });

  const path = '/api/content?posts=headings';
  const content = await read<{ posts: unknown[]; profile: object }>(admin, path);
  expect(content.profile).toHaveProperty('summaryHtml');
  expect(content.posts).toHaveLength(3);
  expect(content.posts).toContainEqual(heading);
  const unchanged = await admin.get(path, base);
  expect(unchanged.status).toBe(204);
  expect(unchanged.headers.get('content-revision')).toBe(base['content-revision']);
  await admin.put('/api/posts/one', { title: 'Uno' });
  expect((await admin.get(path, base)).status).toBe(200);
  for (const address of [path, '/api/posts/one?posts=markdown']) {
    expect((await visitor.get(address)).status).toBe(401);
  }
});

test('several posts are hidden, shown or deleted in one commit, and keep their dates', async () => {
  const { admin, repository } = await start();
  const set = (hidden: boolean, ...ids: string[]) =>
    admin.post('/api/admin/posts/visibility', { ids, hidden });
  const hidden = await set(true, 'one', 'two', 'three', 'gone');
  const saved = await json<SavedPost[]>(hidden);
  expect(saved.map(({ id, hidden: is, updatedAt }) => [id, is, updatedAt]).sort()).toEqual(
    ['one', 'three', 'two'].map((id) => [id, true, undefined]),
  );
  // One was hidden before.
  expect(subjectOf(repository)).toBe('Hide 2 posts');
  expect(changesOf(repository)).toEqual(['M posts/one.md', 'M posts/two.md']);
  await set(false, 'three');
  expect(subjectOf(repository)).toBe('Show post "Three"');
  expect((await set(true, 'gone')).status).toBe(404);

  const remove = (...ids: string[]) => admin.post('/api/admin/posts/delete', { ids });
  const ids = ['two', 'three', 'gone'];
  expect(await json(remove(...ids))).toEqual({ ids });
  expect(subjectOf(repository)).toBe('Delete 2 posts');
  expect(changesOf(repository)).toEqual(['D posts/three.md', 'D posts/two.md']);
  expect((await remove('two')).status).toBe(404);
});
