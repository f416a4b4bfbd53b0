import {
  SAVED_COMMIT_HEADER,
  type ErrorResponseBody,
  type RenameTagResponse,
} from 'content-schema';
import { setupServer } from 'msw/node';
import { describe, expect, test } from 'vitest';
import { git, subjectOf } from '../../../../test/git.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

type Files = Readonly<Record<string, string | Buffer>>;

const bytesOf = (files: Files) =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text as string)]));

const startLocal = async (files: Files) => {
  const server = await startTestServer({ files: bytesOf(files) });
  const show = (path: string) => git(server.repository, 'show', `main:${path}`);
  return { ...server, show, subject: () => subjectOf(server.repository), requests: undefined };
};

const startGitHubTestServer = githubTestServers(setupServer());

const startGitHub = async (files: Files) => {
  const server = await startGitHubTestServer({ files: bytesOf(files) });
  const { repository, github } = server;
  return {
    ...server,
    show: (path: string) => String(repository.files().get(path)),
    subject: () => repository.commits()[0]?.message.split('\n')[0] ?? '',
    requests: () => github.requests.mark(),
  };
};

const rename = async (admin: TestClient, from: string, to: string) => {
  const response = await admin.post('/api/admin/tags/rename', { from, to });
  const body = (await response.json()) as RenameTagResponse & ErrorResponseBody;
  return { status: response.status, body, commit: response.headers.get(SAVED_COMMIT_HEADER) ?? '' };
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

describe.each([
  ['on the local disk', startLocal],
  ['at GitHub', startGitHub],
])('tags %s', (_, start) => {
  test('a tag is renamed in all posts by one commit of its own bytes, which is undone', async () => {
    const files: Record<string, string> = Object.fromEntries(
      STYLES.map(([before], index) => [`posts/p${index}.md`, yaml(before)]),
    );
    files['posts/toml.md'] =
      "+++\ntitle = 'T'\n[taxonomies]\ntags = ['js', 'Sea']\n+++\n\nOn js.\n";
    files['posts/other.md'] = yaml('tags: [jsx]');
    const { signIn, show, subject, requests } = await start(files);
    const admin = await signIn();
    await admin.get('/api/content?posts=headings');

    const mark = requests?.();
    const { status, body, commit } = await rename(admin, 'js', ' Web Script ');
    expect(status).toBe(200);
    expect(mark?.requests().map(({ operation }) => operation) ?? ['graphql/mutation']).toEqual([
      'graphql/mutation',
    ]);
    expect(subject()).toMatch(/^Rename tag "js" to "Web Script" in 9 posts$/i);
    expect(body.unreadable).toEqual([]);
    expect(body.posts).toHaveLength(9);
    expect(body.posts.every(({ tags }) => tags.includes('Web Script'))).toBe(true);
    for (const [index, [, after]] of STYLES.entries()) {
      expect(show(`posts/p${index}.md`)).toBe(yaml(after));
    }
    expect(show('posts/toml.md')).toBe(files['posts/toml.md'].replace("'js'", "'Web Script'"));
    expect(show('posts/other.md')).toBe(files['posts/other.md']);

    expect((await admin.post(`/api/history/${commit}/undo`, { decisions: [] })).status).toBe(200);
    for (const [path, text] of Object.entries(files)) expect(show(path)).toBe(text);
  });
});

test('a tag that exists already is merged, in its own spelling, and a post keeps one of both', async () => {
  const files = {
    'posts/one.md': yaml('date: 2024-01-01', 'tags: [js]'),
    'posts/both.md': yaml('date: 2024-01-02', 'tags: [Sea, javascript, JS]'),
    'posts/new.md': yaml('date: 2024-01-03', 'tags: [JavaScript]'),
  };
  const { signIn, show, subject } = await startLocal(files);
  const { body } = await rename(await signIn(), 'JS', 'JAVASCRIPT');
  expect(subject()).toBe('Merge tag "JS" into "JavaScript" in 2 posts');
  expect(body.posts.map(({ id, tags }) => [id, tags])).toEqual([
    ['both', ['Sea', 'javascript']],
    ['one', ['JavaScript']],
  ]);
  expect(show('posts/both.md')).toBe(files['posts/both.md'].replace(', JS', ''));
  expect(show('posts/new.md')).toBe(files['posts/new.md']);
});

test('the spelling of a tag is changed, and a second time nothing', async () => {
  const { signIn, show, subject } = await startLocal({
    'posts/one.md': yaml('tags: [Js]'),
    'posts/two.md': yaml('tags: [js]'),
  });
  const admin = await signIn();
  const renamed = await rename(admin, 'js', 'JS');
  expect(renamed.body.posts).toHaveLength(2);
  expect(subject()).toMatch(/^Rename tag "js" to "JS" in 2 posts$/i);
  expect(show('posts/two.md')).toBe(yaml('tags: [JS]'));
  const again = await rename(admin, 'js', 'JS');
  expect([again.status, again.body.posts, again.commit]).toEqual([200, [], '']);
});

test('the files that can not be changed are named, and the others are changed', async () => {
  const latin = Buffer.from(yaml('tags: [js, caf\u00e9]'), 'latin1');
  const { signIn, show, subject } = await startLocal({
    'posts/one.md': yaml('tags: [js]'),
    'posts/latin.md': latin,
  });
  const { status, body } = await rename(await signIn(), 'js', 'JavaScript');
  expect([status, body.posts.map(({ id }) => id)]).toEqual([200, ['one']]);
  expect(body.unreadable).toEqual(['posts/latin.md']);
  expect(show('posts/one.md')).toBe(yaml('tags: [JavaScript]'));
  expect(subject()).toBe('Rename tag "js" to "JavaScript" in 1 post');
});

test('all that is wrong with a name is said at once, and nothing is saved', async () => {
  const long = 'x'.repeat(4990);
  const { signIn, subject } = await startLocal({
    'posts/one.md': yaml(`tags: [${long}, js]`),
    'posts/two.md': yaml(`tags: [js, ${long}]`),
    'posts/three.md': yaml('tags: [js]'),
  });
  const admin = await signIn();
  const issuesOf = async (to: unknown) => {
    const response = await admin.post('/api/admin/tags/rename', { from: 'js', to });
    expect(response.status).toBe(400);
    return ((await response.json()) as ErrorResponseBody).issues;
  };
  const TOO_LONG = 'Tags must be 5000 characters or fewer together';
  expect(await issuesOf(' ')).toEqual([
    { path: 'to', message: 'A tag needs a name of one line, without commas' },
  ]);
  expect(await issuesOf(`a,${'b'.repeat(5000)}`)).toEqual([
    { path: 'to', message: 'A tag needs a name of one line, without commas' },
    { path: 'to', message: TOO_LONG },
  ]);
  expect(await issuesOf('a\nb')).toHaveLength(1);
  expect(await issuesOf('a name too long')).toEqual([
    { path: 'to', message: `“T”: ${TOO_LONG}` },
    { path: 'to', message: `“T”: ${TOO_LONG}` },
  ]);
  expect((await rename(admin, 'none', 'a')).status).toBe(404);
  expect(subject()).toBe('Begin');
});
