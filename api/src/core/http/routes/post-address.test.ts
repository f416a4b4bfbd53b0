// Needs: history, previews
import type { PostSource, PreviewResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import type { TestFiles } from '../../../../test/files.ts';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { messageOf } from '../../../../test/github/edits.ts';
import { move, undo } from '../../../../test/merge-calls.ts';
import { readToEdit } from '../../../../test/read-to-edit.ts';
import { conflictsOf, issuesOf, json, read, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';

const POST = '---\ntitle: Tides\ntags: [sea]\nupdatedAt: 2020-01-01T00:00:00.000Z\n---\n\nText\n';
const ORIGIN = 'https://ada.example';

const start = async (files: TestFiles) =>
  startAsAdmin({ publicUrl: ORIGIN, web: await testWebApp(), files });

const readPost = (admin: TestClient, id: string) =>
  read<PostSource>(admin, `/api/posts/${id}?posts=markdown`);

/** Returns where an address leads. */
const locationOf = async (visitor: TestClient, path: string) => {
  const { status, headers } = await visitor.get(path);
  return [status, headers.get('location')];
};

test('a move is one commit, after which the old address redirects, and undo takes it back', async () => {
  const profile = '{\n  "name": "Ada",\n  "summary": "See [it](/blogs/tides)" // mine\n}\n';
  const other = 'Other\r\n\r\nSee [tides](/blogs/tides) here.\r\n';
  const { admin, repository, show, visitor } = await start({
    'posts/tides.md': POST.replace('Text', 'Text, [itself](/blogs/tides#top), [top](#top)'),
    'posts/other.md': other,
    'profile.json': profile,
  });
  const before = git(repository, 'rev-parse', 'main^{tree}');
  const response = await move(admin, 'tides', 'ebb-and-flow');
  const commit = await savedCommit(response);
  expect(await response.json()).toMatchObject({ id: 'ebb-and-flow', title: 'Tides' });
  expect(subjectOf(repository)).toBe('Move post "Tides" to /blogs/ebb-and-flow');
  expect(changesOf(repository)).toEqual([
    'A posts/ebb-and-flow.md',
    'M posts/other.md',
    'D posts/tides.md',
    'M profile.json',
  ]);
  expect(show('posts/ebb-and-flow.md')).toBe(
    POST.replace('---\n\nText', 'aliases:\n  - /blogs/tides\n---\n\nText').replace(
      'Text\n',
      'Text, [itself](/blogs/ebb-and-flow#top), [top](#top)\n',
    ),
  );
  expect(show('posts/other.md')).toBe(other.replace('/tides', '/ebb-and-flow'));
  expect(show('profile.json')).toBe(profile.replace('/tides', '/ebb-and-flow'));

  expect(await locationOf(visitor, '/blogs/tides?a=1')).toEqual([301, '/blogs/ebb-and-flow?a=1']);
  expect(await readPost(admin, 'tides')).toMatchObject({ id: 'ebb-and-flow' });
  expect((await move(admin, 'tides', 'other')).status).toBe(404);

  const edited = { title: 'Other', content: 'No link, and more' };
  const edit = await savedCommit(admin.put('/api/posts/other', edited));
  expect(await conflictsOf(undo(admin, commit))).not.toEqual([]);
  await savedCommit(undo(admin, edit));
  await savedCommit(undo(admin, commit));
  expect(git(repository, 'rev-parse', 'main^{tree}')).toBe(before);
});

test('links are rewritten in all their forms, each by its own bytes, and never in code', async () => {
  const text = (id: string, stays: string) => `---
title: Other
description: See [it](/blogs/${stays})
---

[a](/blogs/${id} "A title"), [b](</blogs/${id}/>), ![c](/blogs/${id}?x=/#y), [d][ref], [e](./${id}),
[f](../blogs/${id}), [g](${ORIGIN}/blogs/${id}#h), <http://ada.example/blogs/${id}>,
<a class="x" href='/blogs/${id}'>i</a>, [j](//ada.example/blogs/${id})
[k](/blogs/${stays}-2), [l](/${stays}), [m](https://other.example/blogs/${stays}), [n](/blogs/a/${stays}), /blogs/${stays}

[ref]: /blogs/${id}   'Title'
> [quoted]: <${ORIGIN}/blogs/${id}>

\`[o](/blogs/${stays})\`

    [p](/blogs/${stays})

- Item

      [q](/blogs/${id})

\`\`\`
[r](/blogs/${stays})
\`\`\`
`;
  const files = { 'posts/tides.md': POST, 'posts/other.md': text('tides', 'tides') };
  const { admin, show } = await start(files);
  await savedCommit(move(admin, 'tides', 'ebb'));
  expect(show('posts/other.md')).toBe(text('ebb', 'tides'));
});

test('renames go on and back without a loop, and take over the key of aliases', async () => {
  const own = '---\nredirect_from: /2019/tides.html\n---\n\n# Tides\n';
  const first = '2020-05-06-Ebb & Flow';
  const { admin, show, visitor } = await start({ [`posts/${first}.md`]: own });
  const ids = [first, 'b', 'c', 'b', 'c'];
  for (const [index, id] of ids.slice(1).entries()) {
    await savedCommit(move(admin, ids[index] ?? '', id));
  }
  expect(show('posts/c.md')).toBe(
    '---\nredirect_from: [/2019/tides.html, /blogs/2020-05-06-Ebb%20%26%20Flow, /blogs/b]\n' +
      'createdAt: 2020-05-06T00:00:00.000Z\n---\n\n# Tides\n',
  );
  for (const path of ['/2019/tides.html', '/blogs/2020-05-06-Ebb%20%26%20Flow', '/blogs/b']) {
    expect([path, ...(await locationOf(visitor, path))]).toEqual([path, 301, '/blogs/c']);
  }
  expect((await visitor.get('/blogs/c')).status).toBe(200);
});

test('an id is refused with all reasons', async () => {
  const { admin, repository } = await start({
    'posts/tides.md': POST,
    'posts/Other.md': '---\ntitle: Other\naliases: [/blogs/older]\n---\n',
    'posts/broken.md': '---\ntitle: "x\n---\n',
    'posts/new.md': 'New\n',
  });
  const unsafe = 'id: Post ids may use letters, digits, dots, dashes and underscores only';
  const taken = 'id: Another post has this id already';
  const leads = 'id: This address leads to another post already';
  for (const [id, ...issues] of [
    ['', unsafe],
    ['a b', unsafe],
    ['x'.repeat(101), 'id: Post ids must be 100 characters or fewer'],
    ['tags', 'id: This id is an address of the site'],
    ['con', 'id: This id is a reserved name on Windows'],
    ['other', taken],
    ['broken', taken],
    ['~new', unsafe, taken],
    ['Older', leads],
    ['TIDES', 'id: The new address must differ by more than letter case'],
  ] as const) {
    expect(await issuesOf(move(admin, 'tides', id)), id).toEqual(issues);
  }
  expect((await move(admin, 'tides', 3)).status).toBe(400);
  expect((await move(admin, 'none', 'some')).status).toBe(404);
  expect((await move(admin, 'tides', 'tides')).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  const post = { title: 'Older', content: 'Text' };
  expect(await issuesOf(admin.put('/api/posts/older', post))).toEqual([leads]);
});

test('a move carries what was saved meanwhile, and a post deleted meanwhile is 404', async () => {
  const { admin, outsider, push, show } = await start({
    'posts/tides.md': POST,
    'posts/gone.md': POST,
  });
  const base = { 'content-revision': await outsider.head() };
  await push({ 'posts/tides.md': POST.replace('Text', 'More'), 'posts/gone.md': null });
  await savedCommit(move(admin, 'tides', 'ebb', base));
  expect(show('posts/ebb.md')).toContain('\n\nMore\n');
  const gone = await move(admin, 'gone', 'lost', base);
  expect([gone.status, await messageOf(gone)]).toEqual([404, 'Blog post not found']);
});

test('a preview link leads on to a post that was moved', async () => {
  const hidden = POST.replace('---', '---\nhidden: true');
  const { admin, visitor } = await start({ 'posts/tides.md': hidden });
  const preview = { of: 'post', name: 'tides', hours: 1 };
  const { url } = await json<PreviewResponse>(admin.post('/api/admin/previews', preview));
  await move(admin, 'tides', 'ebb');
  const path = new URL(url).pathname.replace(/\/blogs.*|\/$/, '');
  const page = await visitor.get(`${path}/blogs/ebb`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Tides');
});

test.each(bothStores())(
  'what others push meanwhile is renamed, too, on $store',
  async ({ open }) => {
    const { site, admin } = await open({ 'posts/tides.md': POST });
    const other = '---\ntitle: Other\ntags: [sea]\n---\n\nSee [it](/blogs/tides)\n';
    const pushing = (path: string) =>
      site.disturb('race', () => site.push({ [path]: other }).then(() => undefined));
    pushing('posts/other.md');
    await savedCommit(move(admin, 'tides', 'ebb'));
    expect((await site.texts())['posts/other.md']).toContain('See [it](/blogs/ebb)');
    pushing('posts/more.md');
    const names = { from: 'sea', to: 'Ocean' };
    await savedCommit(admin.post('/api/admin/tags/rename', names));
    expect((await site.texts())['posts/more.md']).toContain('Ocean');
  },
);

test('a new post gets a suffix if another post has its address, or had it', async () => {
  const { admin, repository } = await start({
    'posts/older.md': '---\naliases: /blogs/aliased\n---\n',
  });
  const { posts } = await readToEdit(admin);
  const created = ['Fresh', 'Older', 'Aliased'].map((title) => ({ title, content: 'Text' }));
  await savedCommit(admin.put('/api/posts', [...posts, ...created]));
  const names = changesOf(repository).map((line) => line.replace(/-\w{4}\.md$/, '-SUFFIX.md'));
  const expected = ['aliased-SUFFIX', 'fresh', 'older-SUFFIX'];
  expect(names).toEqual(expected.map((name) => `A posts/${name}.md`));
});
