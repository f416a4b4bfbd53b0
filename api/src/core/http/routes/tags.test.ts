// Needs: history
import type { ErrorResponseBody, RenameTagResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import type { TestFiles } from '../../../../test/files.ts';
import { subjectOf } from '../../../../test/git.ts';
import { undo } from '../../../../test/merge-calls.ts';
import { issuesOf, json, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const start = async (files: TestFiles) => {
  const server = await startAsAdmin({ files });
  return { ...server, subject: () => subjectOf(server.repository) };
};

const renaming = (admin: TestClient, from: string, to: unknown) =>
  admin.post('/api/admin/tags/rename', { from, to });

const rename = async (admin: TestClient, from: string, to: string) => {
  const response = await renaming(admin, from, to);
  const commit = await savedCommit(response);
  return { commit, ...(await json<RenameTagResponse & ErrorResponseBody>(response)) };
};

/** A post in front matter of YAML, whose text contains the tag, too. */
const yaml = (...lines: string[]): string =>
  ['---', 'title: T', ...lines, '---', '', 'On js.', ''].join('\n');

/** The lines with a tag named js, and the same after renaming it to `Web Script`. */
const STYLES = [
  ['tags: [Sea, js] # mine', 'tags: [Sea, Web Script] # mine'],
  ['tags: [ "js" , b ]', 'tags: [ "Web Script" , b ]'],
  ['tags:\n  - JS # why\n  - Sea', 'tags:\n  - Web Script # why\n  - Sea'],
  ['Tags: Sea, js', 'Tags: Sea, Web Script'],
  ["categories: ['js']", "categories: ['Web Script']"],
  ['taxonomies:\n  tags:\n    - js', 'taxonomies:\n  tags:\n    - Web Script'],
  ['tags: [js, Sea, JS]', 'tags: [Web Script, Sea]'],
  [
    'hidden: true\nupdatedAt: 2024-01-01\ntags: [js]',
    'hidden: true\nupdatedAt: 2024-01-01\ntags: [Web Script]',
  ],
] as const;

test.each(bothStores())(
  'a tag is renamed in all posts by one commit of its own bytes, which is undone, on $store',
  async ({ open }) => {
    const files: Record<string, string> = {
      ...Object.fromEntries(STYLES.map(([before], i) => [`posts/p${i}.md`, yaml(before)])),
      'posts/toml.md': "+++\ntitle = 'T'\n[taxonomies]\ntags = ['js', 'Sea']\n+++\n\nOn js.\n",
      'posts/other.md': yaml('tags: [jsx]'),
    };
    const { site, admin } = await open(files, { contentMaxAgeSeconds: 30 });
    await admin.get('/api/content?posts=headings');
    const mark = site.atGitHub?.github.requests.mark();
    const { commit, posts, unreadable } = await rename(admin, 'js', ' Web Script ');
    const operations = mark?.requests().map(({ operation }) => operation);
    expect(operations ?? ['graphql/mutation']).toEqual(['graphql/mutation']);
    expect(site.subjects()[0]).toMatch(/^Rename tag "js" to "Web Script" in 9 posts$/i);
    expect([unreadable, posts.length]).toEqual([[], 9]);
    expect(posts.every(({ tags }) => tags.includes('Web Script'))).toBe(true);
    expect(await site.texts()).toEqual({
      ...Object.fromEntries(STYLES.map(([, after], i) => [`posts/p${i}.md`, yaml(after)])),
      'posts/toml.md': files['posts/toml.md']?.replace("'js'", "'Web Script'"),
      'posts/other.md': files['posts/other.md'],
    });
    await savedCommit(undo(admin, commit));
    expect(await site.texts()).toEqual(files);
  },
);

test('a tag that exists already is merged, in its own spelling, and a post keeps one of both', async () => {
  const files = {
    'posts/one.md': yaml('date: 2024-01-01', 'tags: [js]'),
    'posts/both.md': yaml('date: 2024-01-02', 'tags: [Sea, javascript, JS]'),
    'posts/new.md': yaml('date: 2024-01-03', 'tags: [JavaScript]'),
  };
  const { admin, show, subject } = await start(files);
  const { posts } = await rename(admin, 'JS', 'JAVASCRIPT');
  expect(subject()).toBe('Merge tag "JS" into "JavaScript" in 2 posts');
  expect(posts.map(({ id, tags }) => [id, tags])).toEqual([
    ['both', ['Sea', 'javascript']],
    ['one', ['JavaScript']],
  ]);
  expect(show('posts/both.md')).toBe(files['posts/both.md'].replace(', JS', ''));
  expect(show('posts/new.md')).toBe(files['posts/new.md']);
});

test('the spelling of a tag is changed, and a second time nothing', async () => {
  const { admin, show, subject } = await start({
    'posts/one.md': yaml('tags: [Js]'),
    'posts/two.md': yaml('tags: [js]'),
  });
  expect((await rename(admin, 'js', 'JS')).posts).toHaveLength(2);
  expect(subject()).toMatch(/^Rename tag "js" to "JS" in 2 posts$/i);
  expect(show('posts/two.md')).toBe(yaml('tags: [JS]'));
  expect(await rename(admin, 'js', 'JS')).toMatchObject({ posts: [], commit: '' });
});

test('the files that can not be changed are named, and the others are changed', async () => {
  const latin = Buffer.from(yaml('tags: [js, caf\u00e9]'), 'latin1');
  const { admin, show, subject } = await start({
    'posts/one.md': yaml('tags: [js]'),
    'posts/latin.md': latin,
  });
  const { posts, unreadable } = await rename(admin, 'js', 'JavaScript');
  expect([posts.map(({ id }) => id), unreadable]).toEqual([['one'], ['posts/latin.md']]);
  expect(show('posts/one.md')).toBe(yaml('tags: [JavaScript]'));
  expect(subject()).toBe('Rename tag "js" to "JavaScript" in 1 post');
});

test('all that is wrong with a name is said at once, and nothing is saved', async () => {
  const long = 'x'.repeat(4990);
  const { admin, subject } = await start({
    'posts/one.md': yaml(`tags: [${long}, js]`),
    'posts/two.md': yaml(`tags: [js, ${long}]`),
    'posts/three.md': yaml('tags: [js]'),
  });
  const tooLong = 'Tags must be 5000 characters or fewer together';
  const noName = 'A tag needs a name of one line, without commas';
  for (const [to, ...messages] of [
    [' ', noName],
    ['a\nb', noName],
    [`a,${'b'.repeat(5000)}`, noName, tooLong],
    ['a name too long', `“T”: ${tooLong}`, `“T”: ${tooLong}`],
  ]) {
    const issues = messages.map((message) => `to: ${message}`);
    expect(await issuesOf(renaming(admin, 'js', to))).toEqual(issues);
  }
  expect((await renaming(admin, 'none', 'a')).status).toBe(404);
  expect(subject()).toBe('Begin');
});
