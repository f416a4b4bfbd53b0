// Needs: history
import type { ContentResponse, ImportPreviewResponse, ImportResponse } from 'content-schema';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../test/files.ts';
import { changesOf, commitsOf, subjectOf } from '../../../test/git.ts';
import { formOf, IMPORT, PREVIEW } from '../../../test/import-form.ts';
import { undo } from '../../../test/merge-calls.ts';
import { issuesOf, json, read, savedCommit } from '../../../test/responses.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';
import { testWebApp } from '../../../test/test-web-app.ts';

const start = async (files: TestFiles = {}) => {
  const server = await startAsAdmin({ files, web: await testWebApp() });
  const { admin } = server;
  const send = (...form: Parameters<typeof formOf>) =>
    admin.request('POST', IMPORT, { body: formOf(...form) });
  const upload = async (...form: Parameters<typeof formOf>) => json<ImportResponse>(send(...form));
  return { ...server, send, upload, commits: () => commitsOf(server.repository) };
};

const taken = (file: string, id = file.replace('.md', '')) => ({
  file,
  message: `A post with the id "${id}" exists already`,
});

const NONE = { count: 0, saved: [], errors: [], warnings: [], already: [] };

test('valid files are imported, and each invalid one is reported', async () => {
  const { upload, repository, show } = await start({ 'posts/taken.md': '# Here before\n' });
  const body = await upload([
    ['good.md', '# Good\n'],
    ['notes.txt', 'Text'],
    ['taken.md', '# Another\n'],
    ['TAKEN.md', '# Another\n'],
    ['good.md', '# Twice\n'],
    ['large.md', 'x'.repeat(1024 * 1024 + 1)],
  ]);
  const saved = [{ id: 'good' }];
  expect(body).toMatchObject({ count: 1, saved, message: 'Imported 1 posts' });
  expect(body.errors).toEqual([
    { file: 'notes.txt', message: 'Only .md files can be imported' },
    ...['taken.md', 'TAKEN.md', 'good.md'].map((file) => taken(file)),
    { file: 'large.md', message: 'The file is larger than 1 MB' },
  ]);
  expect(subjectOf(repository)).toBe('Import 1 post');
  expect(changesOf(repository)).toEqual(['A posts/good.md']);
  expect(show('posts/taken.md')).toBe('# Here before\n');
});

test('1,200 posts of an old blog become one commit, and the response has no texts if requested', async () => {
  const { upload, repository } = await start();
  const names = Array.from({ length: 1200 }, (_, index) => `post-${index}.md`);
  const text = '---\ntitle: Old\ndate: 2020-01-31\n---\n\nText\n';
  const files = names.map((name) => [name, text] as const);
  const body = await upload(files, { posts: 'headings' });
  expect(body).toMatchObject({ count: 1200, errors: [] });
  expect(body.saved[0]).toMatchObject({ id: 'post-0', title: 'Old', tags: [], hidden: false });
  expect(body.saved[0]).not.toHaveProperty('contentHtml');
  expect(subjectOf(repository)).toBe('Import 1200 posts');
  expect(changesOf(repository)).toHaveLength(1200);
});

test('if no file is valid, nothing is written and the response is an error', async () => {
  const { admin, send, commits } = await start();
  const response = await send([['notes.txt', 'Text']]);
  const errors = [{ file: 'notes.txt', message: 'Only .md files can be imported' }];
  const message = 'None of the files could be imported';
  expect([response.status, await response.json()]).toEqual([400, { ...NONE, errors, message }]);
  for (const files of [[], [['', '']]] as const) {
    const issues = await issuesOf(send(files, { other: 'field' }));
    expect(issues).toEqual([expect.stringContaining('Please choose .md files to import')]);
  }
  const broken = await admin.request('POST', IMPORT, {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="files"; filename="a.md"\r\n\r\n# A',
  });
  expect(broken.status).toBe(400);
  expect(commits()).toHaveLength(1);
});

test('a file that was imported before is recognised by its bytes, until its post is edited', async () => {
  const { admin, send, upload, commits } = await start();
  const files = [
    ['plain.md', '# Plain\n'],
    ['日本語.md', 'Text without a title\n'],
    ['new.md', '---\ntitle: News\ndate: 2020-01-01\n---\nText\n'],
    ['broken.md', '---\ntitle: A: b\nx\n---\nText\n'],
    ['Two words.md', '+++\ntitle = "Two"\n+++\nText\n'],
    ['dos.md', '\ufeff# Dos\r\n\r\nText\r\n'],
  ] as const;
  const first = await upload(files);
  expect(first).toMatchObject({ count: 6, already: [] });
  const ids = first.saved.map(({ id }) => id);
  const already = files.map(([file], i) => ({ file, message: 'Already imported', id: ids[i] }));
  expect(await upload(files)).toEqual({ ...NONE, already, message: 'Imported 0 posts' });
  expect(commits()).toHaveLength(2);
  expect(await upload([...files.slice(0, 2), ['more.md', '# More\n']])).toMatchObject({
    count: 1,
    message: 'Imported 1 posts',
    errors: [],
    already: { length: 2 },
  });

  const url = `/api/posts/${ids[1]}/visibility`;
  expect((await admin.patch(url, { hidden: true })).status).toBe(200);
  const response = await send([files[1], ['plain.md', '# Other\n']]);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { already: [], errors: [taken('日本語.md', ids[1]), taken('plain.md')] },
  ]);
  expect(commits()).toHaveLength(4);
});

test('a file is named and dated by its path, and without a date it comes last', async () => {
  const { admin, upload, show } = await start();
  const paths = ['x/undated.md', 'x/2010/04-03-boat.md', 'x/y/empty.md'];
  const { saved, errors } = await upload(
    [
      ['undated.md', '# Undated\n'],
      ['boat.md', '# Boat\n'],
      ['empty.md', ''],
    ],
    { paths },
  );
  expect(errors).toEqual([{ file: 'x/y/empty.md', message: 'The file has no content' }]);
  expect(saved[1]).toMatchObject({ id: 'boat', createdAt: '2010-04-03T00:00:00.000Z' });
  expect(saved[0]).not.toHaveProperty('createdAt');
  expect(show('posts/undated.md')).toBe('# Undated\n');
  const { posts } = await read<ContentResponse>(admin, '/api/content?posts=headings');
  expect(posts.map(({ id }) => id)).toEqual(['boat', 'undated']);
});

test('a name with the prefix of pages makes a page, in the commit of the posts', async () => {
  const about = '---\ntitle: About\ntags: [me]\n---\n\nRead [tides](_posts/tides.md)\n';
  const { admin, repository, show, visitor } = await start({ 'pages/here.md': '# Here\n' });
  const files = [
    ['tides.md', 'site/_posts/tides.md', 'I am [Ada](../about.md#ada), see [[about]]\n'],
    ['page:about.md', 'site/about.md', about],
    ['page:uses.md', 'content/docs/uses.md', '# Uses\n'],
    ['page:Über uns.md', 'Über uns.md', '# Über uns\n'],
    ['page:here.md', 'here.md', '# Other\n'],
    ['page:Blogs.md', 'Blogs.md', '# All\n'],
  ] as const;
  const links = [
    { file: 0, address: '../about.md#ada', to: '/about#ada' },
    { file: 0, address: '[[about]]', to: '/about' },
    { file: 1, address: '_posts/tides.md', to: '/blogs/tides' },
  ];
  const send = async <Body>(path: string): Promise<Body> => {
    // Tags would make it a post.
    const details = files.map(([name]) => (name === 'page:about.md' ? { kind: 'page' } : {}));
    const paths = files.map(([, file]) => file);
    const more = { paths, details, links: { photos: [], links } };
    const body = formOf(
      files.map(([name, , text]) => [name, text] as const),
      more,
    );
    return json(admin.request('POST', path, { body }));
  };
  const errors = [
    { file: 'here.md', message: 'A page with the id "here" exists already' },
    { file: 'Blogs.md', message: 'This id is an address of the site' },
  ];
  const previewed = (await send<ImportPreviewResponse>(PREVIEW)).files;
  const facts = previewed.slice(0, 4).map((row) => ('post' in row ? row : undefined));
  const ids = ['tides', 'page:about', 'page:uses', 'page:uber-uns'];
  expect(facts.map((row) => row?.post.id)).toEqual(ids);
  expect(previewed.slice(4)).toEqual(errors);

  expect(await send<ImportResponse>(IMPORT)).toMatchObject({ count: 4, errors });
  expect(subjectOf(repository)).toBe('Import 1 post and 3 pages');
  expect(changesOf(repository)).toEqual([
    ...['A pages/about.md', 'A pages/uber-uns.md', 'A pages/uses.md', 'A posts/tides.md'],
  ]);
  expect(show('posts/tides.md')).toContain('I am [Ada](/about#ada), see [about](/about)');
  expect(await (await visitor.get('/about')).text()).toContain('href="/blogs/tides"');
  const again = await send<ImportResponse>(IMPORT);
  expect(again).toMatchObject({ count: 0, errors, already: { length: 4 } });
});

test('the old address of a file leads to its post, once, until the import is undone', async () => {
  const { admin, paths, show, visitor } = await start({
    'posts/here.md': '---\naliases: [/blog/taken/]\n---\n\nText\n',
  });
  const titled = (title: string) => `---\ntitle: ${title}\n---\n\nText\n`;
  const imported = [
    ['_posts/2019-05-04-tide.md', titled('Tide'), '2019-05-04-tide.md', '/2019/05/04/tide.html'],
    ['content/blog/own/index.md', '---\nurl: /own/place/\n---\n\nText\n', 'own.md', '/own/place/'],
    ['content/blog/taken.md', titled('Taken'), 'taken.md', '/blog/taken/'],
    ['content/first.md', '---\naliases: ["/older/"]\n---\n\nText\n', 'first.md', '/blog/first/'],
    ['b/content/first/index.md', titled('Second'), 'b-first.md', '/blog/first/'],
    ['content/blogs/same.md', '# Same\n', 'same.md', '/blogs/same/'],
    ['content/blogs/none.md', '# None\n', 'none.md'],
  ] as const;
  const send = (path: string) => {
    const files = imported.map(([, text, name]) => [name, text] as const);
    const details = imported.map(([, , , address]) => (address ? { aliases: [address] } : {}));
    const body = formOf(files, { paths: imported.map(([file]) => file), details });
    return admin.request('POST', path, { body });
  };
  const { files: rows } = await json<ImportPreviewResponse>(send(PREVIEW));
  expect(rows[1]).toMatchObject({ page: { permalink: '/own/place/' }, addresses: ['/own/place'] });
  const response = await send(IMPORT);
  const commit = await savedCommit(response);
  expect((await json<ImportResponse>(response)).warnings).toEqual(
    [imported[2], imported[4]].map(([file], index) => {
      const address = ['/blog/taken/', '/blog/first/'][index];
      return { file, message: `${address} leads to another post already` };
    }),
  );
  const textOf = (id: string) => show(`posts/${id}.md`);
  expect(textOf('2019-05-04-tide')).toContain('aliases:\n  - /2019/05/04/tide.html\n');
  expect(textOf('first')).toContain('aliases: ["/older/", "/blog/first/"]\n');
  for (const id of ['place', 'taken', 'b-first', 'same', 'none'])
    expect(textOf(id)).not.toContain('aliases');
  const locationOf = async (path: string) => (await visitor.get(path)).headers.get('location');
  expect(await locationOf('/2019/05/04/tide.html')).toBe('/blogs/2019-05-04-tide');
  expect(await locationOf('/own/place')).toBe('/blogs/place');
  expect(await locationOf('/blog/first')).toBe('/blogs/first');

  expect(await json(send(IMPORT))).toMatchObject({ count: 0, already: { length: 7 }, errors: [] });
  const again = await json<ImportPreviewResponse>(send(PREVIEW));
  expect(again.files[0]).toMatchObject({ addresses: ['/2019/05/04/tide'] });
  await savedCommit(undo(admin, commit));
  expect(await locationOf('/2019/05/04/tide.html')).not.toBe('/blogs/2019-05-04-tide');
  expect(paths()).toEqual(['posts/here.md']);
});
