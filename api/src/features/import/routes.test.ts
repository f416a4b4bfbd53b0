// Needs: history
import type { ContentResponse, ImportPreviewResponse, ImportResponse } from 'content-schema';
import { listSampleImports, sampleImport } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../test/git.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

const PATH = '/api/admin/posts/upload';

const formOf = (files: readonly (readonly [name: string, content: string | Uint8Array])[]) => {
  const form = new FormData();
  for (const [name, content] of files) {
    form.append('files', new Blob([content], { type: 'text/markdown' }), name);
  }
  return form;
};

const upload = async (
  client: TestClient,
  files: readonly (readonly [name: string, content: string | Uint8Array])[],
) => {
  const response = await client.request('POST', PATH, { body: formOf(files) });
  return { response, body: (await response.json()) as ImportResponse };
};

const startAsAdmin = async (files = new Map<string, Uint8Array>()) => {
  const server = await startTestServer({ files });
  return { ...server, admin: await server.signIn() };
};

test('all files become posts in one commit, and are in the response', async () => {
  const { admin, repository } = await startAsAdmin();
  const { response, body } = await upload(admin, [
    ['first.md', '---\ntitle: First\ntags: a, b\n---\n\n**One**\n'],
    ['2024-01-31-second.md', '# The second\n\nText\n'],
  ]);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(body).toMatchObject({
    count: 2,
    errors: [],
    message: 'Imported 2 posts',
  });
  expect(body.saved).toMatchObject([
    { id: 'first', title: 'First', tags: ['a', 'b'], content: '**One**' },
    {
      id: '2024-01-31-second',
      title: 'The second',
      createdAt: '2024-01-31T00:00:00.000Z',
    },
  ]);
  expect(body.saved[0]?.contentHtml).toContain('<strong>One</strong>');
  expect(commitsOf(repository)).toHaveLength(2);
  expect(subjectOf(repository)).toBe('Import 2 posts');
  expect(changesOf(repository)).toEqual(['A posts/2024-01-31-second.md', 'A posts/first.md']);
});

test('front matter that refers to itself is reported for its file', async () => {
  const { admin } = await startAsAdmin();
  const { response, body } = await upload(admin, [
    ['good.md', '# Good\n'],
    ['self.md', '---\ntitle: Self\na: &a [*a]\n---\nhello'],
  ]);
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ count: 2, errors: [] });
  expect(body.warnings).toContainEqual({
    file: 'self.md',
    message: 'Front matter is not valid YAML: an alias refers to itself',
  });
});

test('valid files are imported, and each invalid one is reported', async () => {
  const { admin, repository } = await startAsAdmin(
    new Map([['posts/taken.md', Buffer.from('# Here before\n')]]),
  );
  const { response, body } = await upload(admin, [
    ['good.md', '# Good\n'],
    ['notes.txt', 'Text'],
    ['taken.md', '# Another\n'],
    ['TAKEN.md', '# Another\n'],
    ['good.md', '# Twice\n'],
    ['latin1.md', await sampleImport('latin1.md')],
    ['empty.md', ''],
    ['large.md', 'x'.repeat(1024 * 1024 + 1)],
    ['..md', '# Unsafe'],
  ]);
  expect(response.status).toBe(200);
  expect(body).toMatchObject({
    count: 1,
    saved: [{ id: 'good' }],
    message: 'Imported 1 posts',
  });
  expect(body.errors).toEqual([
    { file: 'notes.txt', message: 'Only .md files can be imported' },
    { file: 'taken.md', message: 'A post with the id "taken" exists already' },
    { file: 'TAKEN.md', message: 'A post with the id "TAKEN" exists already' },
    { file: 'good.md', message: 'A post with the id "good" exists already' },
    { file: 'latin1.md', message: 'The file is not UTF-8 text' },
    { file: 'empty.md', message: 'The file has no content' },
    { file: 'large.md', message: 'The file is larger than 1 MB' },
    { file: '..md', message: 'The file name is not safe to use' },
  ]);
  expect(subjectOf(repository)).toBe('Import 1 post');
  expect(changesOf(repository)).toEqual(['A posts/good.md']);
  expect(git(repository, 'show', 'main:posts/taken.md')).toBe('# Here before\n');
});

test('1,200 posts of an old blog become one commit', async () => {
  const { admin, repository } = await startAsAdmin();
  const names = Array.from({ length: 1200 }, (_, index) => `post-${index}.md`);
  const text = '---\ntitle: Old\ndate: 2020-01-31\n---\n\nText\n';
  const form = formOf(names.map((name) => [name, text]));
  form.append('posts', 'headings');
  const response = await admin.request('POST', PATH, { body: form });
  expect(await response.json()).toMatchObject({ count: 1200, errors: [] });
  expect(subjectOf(repository)).toBe('Import 1200 posts');
  expect(changesOf(repository)).toHaveLength(1200);
});

test('if no file is valid, nothing is written and the response is an error', async () => {
  const { admin, repository } = await startAsAdmin();
  const { response, body } = await upload(admin, [['notes.txt', 'Text']]);
  expect(response.status).toBe(400);
  expect(body).toEqual({
    count: 0,
    saved: [],
    errors: [{ file: 'notes.txt', message: 'Only .md files can be imported' }],
    warnings: [],
    already: [],
    message: 'None of the files could be imported',
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a request without a file is refused', async () => {
  const { admin } = await startAsAdmin();
  const form = new FormData();
  form.append('files', new Blob([]), '');
  for (const body of [formOf([]), form]) {
    body.append('other', 'field');
    const response = await admin.request('POST', PATH, { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'InvalidInput',
      message: 'Please choose .md files to import',
    });
  }
});

test('posts of other site generators are imported with all their fields', async () => {
  const { admin, repository } = await startAsAdmin();
  const names = await listSampleImports();
  const files = await Promise.all(
    names.map(async (name) => [name, await sampleImport(name)] as const),
  );
  const { body } = await upload(admin, files);
  expect(body.errors.map(({ file }) => file)).toEqual(['empty.md', 'latin1.md']);
  expect(body.count).toBe(names.length - 2);
  const find = (id: string) => body.saved.find((post) => post.id === id);
  expect(find('2023-04-05-keeping-a-kitchen-journal')).toMatchObject({
    title: 'Keeping a kitchen journal',
    tags: ['cooking', 'paper', 'habits', 'household', 'notes'],
    createdAt: '2023-04-05T09:30:00+01:00',
    hidden: false,
  });
  expect(find('a-week-of-tides')).toMatchObject({
    title: 'A week of tides: notes from the pier',
    tags: ['Sea', 'Field notes', 'Outdoors'],
    createdAt: '2022-09-12T07:15:00+02:00',
    updatedAt: '2022-09-20T18:40:00+02:00',
    hidden: true,
  });
  // Categories are added to the tags and the figure becomes Markdown; nothing else changes.
  expect(git(repository, 'show', 'main:posts/a-week-of-tides.md').split('\n')).toEqual(
    Buffer.from(await sampleImport('hugo-a-week-of-tides.md'))
      .toString()
      .replace(/^\{\{< figure .*$/m, '![The pier](/images/pier.jpg "The pier")')
      .split('\n')
      .flatMap((line) => (line.startsWith('  - "Field') ? [line, '  - Outdoors'] : [line])),
  );
  expect(git(repository, 'show', 'main:posts/js-front-matter.md')).toContain('---js\n');
  expect(globalThis).not.toHaveProperty('frontMatterWasExecuted');
});

test('incomplete forms are refused', async () => {
  const { admin, repository } = await startAsAdmin();
  const broken = await admin.request('POST', PATH, {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\n# A',
  });
  expect(broken.status).toBe(400);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a file whose name is not a valid id gets another one', async () => {
  const { admin, repository } = await startAsAdmin();
  const { body } = await upload(admin, [
    ['new.md', '# What is new\n'],
    ['Tags.md', '# On tags\n'],
    ['con.md', '# Pros and cons\n'],
    ['aux.txt.md', '# Spare\n'],
  ]);
  expect(body.errors).toEqual([]);
  const ids = body.saved.map(({ id }) => id);
  expect(ids).toEqual([
    expect.stringMatching(/^what-is-new-\w{4}$/),
    expect.stringMatching(/^on-tags-\w{4}$/),
    expect.stringMatching(/^pros-and-cons-\w{4}$/),
    'aux-txt',
  ]);
  expect(changesOf(repository)).toEqual(ids.map((id) => `A posts/${id}.md`).toSorted());
});

test('a file that was imported before is recognised by its bytes', async () => {
  const { admin, repository } = await startAsAdmin();
  const files = [
    ['plain.md', '# Plain\n'],
    ['日本語.md', 'Text without a title\n'],
    ['new.md', '---\ntitle: News\ndate: 2020-01-01\n---\nText\n'],
    ['broken.md', '---\ntitle: A: b\nx\n---\nText\n'],
    ['Two words.md', '+++\ntitle = "Two"\n+++\nText\n'],
    ['dos.md', '\ufeff# Dos\r\n\r\nText\r\n'],
  ] as const;
  const first = await upload(admin, files);
  expect(first.body).toMatchObject({ count: 6, already: [] });
  const second = await upload(admin, files);
  expect(second.response.status).toBe(200);
  expect(second.body).toMatchObject({
    count: 0,
    saved: [],
    errors: [],
    warnings: [],
  });
  expect(second.body.message).toBe('Imported 0 posts');
  expect(second.body.already).toEqual(
    files.map(([file], index) => ({
      ...{ file, message: 'Already imported', id: first.body.saved[index]?.id },
    })),
  );
  expect(commitsOf(repository)).toHaveLength(2);

  const third = await upload(admin, [...files.slice(0, 2), ['more.md', '# More\n']]);
  expect(third.body).toMatchObject({
    count: 1,
    message: 'Imported 1 posts',
    errors: [],
  });
  expect(third.body.already).toHaveLength(2);
});

test('a file whose post was edited since, and a different file with the same name, are refused', async () => {
  const { admin, repository } = await startAsAdmin();
  const file = ['日本語.md', 'Text\n'] as const;
  const { body } = await upload(admin, [file, ['plain.md', '# Plain\n']]);
  const { id = '' } = body.saved[0] ?? {};
  const url = `/api/posts/${id}/visibility`;
  expect((await admin.patch(url, { hidden: true })).status).toBe(200);
  const { response, body: again } = await upload(admin, [file, ['plain.md', '# Other\n']]);
  expect(response.status).toBe(400);
  expect(again).toMatchObject({
    already: [],
    errors: [
      {
        file: '日本語.md',
        message: `A post with the id "${id}" exists already`,
      },
      {
        file: 'plain.md',
        message: 'A post with the id "plain" exists already',
      },
    ],
  });
  expect(commitsOf(repository)).toHaveLength(3);
});

test('a file is named and dated by its path, and without a date it comes last', async () => {
  const { admin, repository } = await startAsAdmin();
  const body = formOf([
    ['undated.md', '# Undated\n'],
    ['boat.md', '# Boat\n'],
    ['empty.md', ''],
  ]);
  body.append('paths', JSON.stringify(['x/undated.md', 'x/2010/04-03-boat.md', 'x/y/empty.md']));
  const response = await admin.request('POST', PATH, { body });
  const { saved, errors } = (await response.json()) as ImportResponse;
  expect(errors).toEqual([{ file: 'x/y/empty.md', message: 'The file has no content' }]);
  expect(saved[1]).toMatchObject({
    id: 'boat',
    createdAt: '2010-04-03T00:00:00.000Z',
  });
  expect(saved[0]).not.toHaveProperty('createdAt');
  expect(git(repository, 'show', 'main:posts/undated.md')).toBe(
    '---\naliases:\n  - /x/undated/\n---\n\n# Undated\n',
  );
  const posts = (await (await admin.get('/api/content?posts=headings')).json()) as ContentResponse;
  expect(posts.posts.map(({ id }) => id)).toEqual(['boat', 'undated']);
});

test('a name with the prefix of pages makes a page, in the commit of the posts', async () => {
  const about = '---\ntitle: About\ntags: [me]\n---\n\nRead [tides](_posts/tides.md)\n';
  const server = await startTestServer({
    files: new Map([['pages/here.md', Buffer.from('# Here\n')]]),
    web: await testWebApp(),
  });
  const { repository, visitor } = server;
  const admin = await server.signIn();
  const files = [
    ['tides.md', 'site/_posts/tides.md', 'I am [Ada](../about.md#ada), see [[about]]\n'],
    ['page:about.md', 'site/about.md', about],
    ['page:uses.md', 'content/docs/uses.md', '# Uses\n'],
    ['page:Über uns.md', 'Über uns.md', '# Über uns\n'],
    ['page:here.md', 'here.md', '# Other\n'],
    ['page:Blogs.md', 'Blogs.md', '# All\n'],
  ] as const;
  const send = async <Body>(path: string): Promise<Body> => {
    const form = formOf(files.map(([name, , text]) => [name, text]));
    form.append('paths', JSON.stringify(files.map(([, file]) => file)));
    const links = [
      { file: 0, address: '../about.md#ada', to: '/about#ada' },
      { file: 0, address: '[[about]]', to: '/about' },
      { file: 1, address: '_posts/tides.md', to: '/blogs/tides' },
    ];
    form.append('links', JSON.stringify({ photos: [], links }));
    return (await (await admin.request('POST', path, { body: form })).json()) as Body;
  };
  const errors = [
    { file: 'here.md', message: 'A page with the id "here" exists already' },
    { file: 'Blogs.md', message: 'This id is an address of the site' },
  ];
  const previewed = await send<ImportPreviewResponse>('/api/admin/posts/import-preview');
  const facts = previewed.files.slice(0, 4).map((row) => ('post' in row ? row : undefined));
  expect(facts.map((row) => [row?.post.id, row?.oldAddress])).toEqual([
    ['tides', undefined],
    ['page:about', undefined],
    ['page:uses', '/docs/uses/'],
    ['page:uber-uns', undefined],
  ]);
  expect(previewed.files.slice(4)).toEqual(errors);

  expect(await send<ImportResponse>(PATH)).toMatchObject({ count: 4, errors });
  expect(subjectOf(repository)).toBe('Import 1 post and 3 pages');
  expect(changesOf(repository)).toEqual([
    ...['A pages/about.md', 'A pages/uber-uns.md', 'A pages/uses.md', 'A posts/tides.md'],
  ]);
  expect(git(repository, 'show', 'main:posts/tides.md')).toContain(
    'I am [Ada](/about#ada), see [about](/about)',
  );
  const page = await visitor.get('/about');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('href="/blogs/tides"');
  expect((await visitor.get('/docs/uses')).headers.get('location')).toBe('/uses');

  const again = await send<ImportResponse>(PATH);
  expect(again).toMatchObject({ count: 0, errors, already: { length: 4 } });
});

test('the address that a file had elsewhere leads to its post, once, until the import is undone', async () => {
  const files = new Map([
    ['posts/here.md', Buffer.from('---\naliases: [/blog/taken/]\n---\n\nText\n')],
  ]);
  const server = await startTestServer({ files, web: await testWebApp() });
  const { repository, visitor } = server;
  const admin = await server.signIn();
  const imported = [
    ['_posts/2019-05-04-tide.md', '---\ntitle: Tide\n---\n\nText\n'],
    ['content/blog/own/index.md', '---\nurl: /own/place/\n---\n\nText\n'],
    ['content/blog/taken.md', '---\ntitle: Taken\n---\n\nText\n'],
    ['content/blog/first.md', '---\naliases: ["/older/"]\n---\n\nText\n'],
    ['b/content/blog/first/index.md', '---\ntitle: Second\n---\n\nText\n'],
    ['content/blogs/same.md', '# Same\n'],
  ] as const;
  const names = ['2019-05-04-tide.md', 'own.md', 'taken.md', 'first.md', 'b-first.md', 'same.md'];
  const send = async (path: string) => {
    const body = formOf(imported.map(([, text], index) => [names[index] ?? '', text]));
    body.append('paths', JSON.stringify(imported.map(([file]) => file)));
    return admin.request('POST', path, { body });
  };
  const previewed = await send('/api/admin/posts/import-preview');
  const { files: rows } = (await previewed.json()) as ImportPreviewResponse;
  expect(rows.map((row) => 'oldAddress' in row && row.oldAddress)).toEqual([
    '/2019/05/04/tide.html',
    '/own/place/',
    '/blog/taken/',
    '/blog/first/',
    '/blog/first/',
    '/blogs/same/',
  ]);
  const response = await send(PATH);
  const { warnings } = (await response.json()) as ImportResponse;
  expect(warnings).toEqual([
    { file: 'content/blog/taken.md', message: '/blog/taken/ leads to another post already' },
    {
      file: 'b/content/blog/first/index.md',
      message: '/blog/first/ leads to another post already',
    },
  ]);
  const show = (id: string) => git(repository, 'show', `main:posts/${id}.md`);
  expect(show('2019-05-04-tide')).toContain('aliases:\n  - /2019/05/04/tide.html\n');
  expect(show('first')).toContain('aliases: ["/older/", "/blog/first/"]\n');
  for (const id of ['place', 'taken', 'b-first', 'same']) expect(show(id)).not.toContain('aliases');
  const locationOf = async (path: string) => (await visitor.get(path)).headers.get('location');
  expect(await locationOf('/2019/05/04/tide.html')).toBe('/blogs/2019-05-04-tide');
  expect(await locationOf('/own/place')).toBe('/blogs/place');
  expect(await locationOf('/blog/first')).toBe('/blogs/first');

  const again = (await (await send(PATH)).json()) as ImportResponse;
  expect([again.count, again.already.length, again.errors]).toEqual([0, 6, []]);
  const commit = response.headers.get('saved-commit') ?? '';
  await admin.post(`/api/history/${commit}/undo`, { decisions: [] });
  expect(await locationOf('/2019/05/04/tide.html')).not.toBe('/blogs/2019-05-04-tide');
  expect(git(repository, 'ls-tree', '--name-only', 'main', 'posts/')).toBe('posts/here.md\n');
});
