// Needs: feeds
import type { ContentResponse, Post, SavedPost } from 'content-schema';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { changesOf, commitsOf, subjectOf } from '../../../../test/git.ts';
import { issuesOf, json, read, statusAndBody } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const post = (title: string, lines = ''): string =>
  `---\ntitle: ${title}\n${lines}---\n\nThe text of ${title}.\n`;

const FILES = {
  'posts/one.md': post('One', 'tags: [a, b] # mine\ncreatedAt: 2024-01-01\nlayout: wide\n'),
  'posts/two.md': post('Two', 'createdAt: 2023-01-01\n'),
  'posts/three.md': post('Three', 'createdAt: 2022-01-01\nhidden: true\n'),
};

const start = async (files: TestFiles = FILES) => {
  const { admin, visitor, repository, show } = await startAsAdmin({ files });
  const readPosts = async () => (await read<ContentResponse>(admin, '/api/content')).posts;
  return {
    admin,
    visitor,
    repository,
    readPosts,
    posts: await readPosts(),
    /** Sends all posts, which must be a success. */
    save: async (posts: readonly object[], query = '') => {
      const response = await admin.put(`/api/posts${query}`, posts);
      expect(response.status).toBe(200);
      return json<SavedPost<Post>[]>(response);
    },
    /** The file of a post, without the time of its save. */
    fileOf: (id: string) => show(`posts/${id}.md`).replace(/updatedAt: .*\r?\n/, ''),
  };
};

const edit = <P extends Partial<Post>>(posts: readonly P[], id: string, changes: object): P[] =>
  posts.map((post) => (post.id === id ? { ...post, ...changes } : post));

test('updatedAt and HTML from the client are ignored', async () => {
  const { posts, repository, save } = await start();
  const sent = posts.map((post) => ({ ...post, updatedAt: '2030-01-01', contentHtml: '<script>' }));
  expect(await save(sent)).toEqual(posts);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a new post with an id is stored once, however often it is sent', async () => {
  const { admin, repository, posts, readPosts } = await start();
  const set = [{ id: 'new-abcd', title: 'New', content: 'Text' }, ...posts];
  const base = { 'content-revision': commitsOf(repository)[0] ?? '' };
  for (let i = 0; i < 2; i += 1) {
    expect((await admin.put('/api/posts', set, base)).status).toBe(200);
  }
  expect(commitsOf(repository)).toHaveLength(2);
  expect(await readPosts()).toHaveLength(4);
});

test('the response to a save has the requested detail of each post', async () => {
  const { admin, posts, save } = await start();
  const headings = posts.map(({ contentHtml: _, content: __, ...heading }) => heading);
  expect(await save(posts, '?posts=headings')).toEqual(headings);
  const hidden = await admin.patch('/api/posts/two/visibility?posts=headings', { hidden: true });
  expect(await hidden.json()).toEqual(edit(headings, 'two', { hidden: true }));
  expect(await json(admin.delete('/api/posts/one?posts=summary'))).toMatchObject([
    { id: 'two', excerpt: 'The text of Two.' },
    { id: 'three', excerpt: 'The text of Three.' },
  ]);
});

test('a new post gets its missing fields, and an id from its title', async () => {
  const { fileOf, posts, repository, save } = await start();
  const started = Date.now();
  const fresh = { title: ' Hello, wörld! ', content: '# Hi\n\nthere', tags: [' x ', ''] };
  const saved = (await save([...posts, fresh])).find(({ title }) => title === 'Hello, wörld!');
  expect(saved).toMatchObject({ id: 'hello-world', content: fresh.content, tags: ['x'] });
  expect(saved?.hidden).toBe(false);
  expect(Date.parse(saved?.createdAt ?? '')).toBeGreaterThanOrEqual(started);
  expect(saved?.updatedAt).toBe(saved?.createdAt);
  expect(subjectOf(repository)).toBe('Create post "Hello, wörld!"');
  expect(changesOf(repository)).toEqual(['A posts/hello-world.md']);
  const own = { id: 'My_own.id-1', title: 'A', content: 'B', createdAt: '2020-02-29' };
  await save([own, ...posts]);
  expect(fileOf(own.id)).toMatch(/\ncreatedAt: 2020-02-29T00:00:00.000Z\n/);
});

test('a save that only hides or shows a post sets updatedAt, the visibility call does not', async () => {
  const { admin, posts, repository, save } = await start();
  const started = Date.now();
  const updated = (saved: readonly Post[]) =>
    saved.flatMap(({ id, updatedAt = '' }) => (Date.parse(updatedAt) >= started ? id : [])).sort();

  const hidden = await save(edit(edit(posts, 'one', { hidden: true }), 'two', { hidden: true }));
  expect(updated(hidden)).toEqual(['one', 'two']);
  expect(subjectOf(repository)).toBe('Hide 2 posts');
  expect(await save(hidden)).toEqual(hidden);
  expect(commitsOf(repository)).toHaveLength(2);
  const shown = await save(edit(hidden, 'one', { hidden: false }));
  const [before, after] = [hidden, shown].map((saved) => saved.find(({ id }) => id === 'one'));
  expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''));

  const patch = admin.patch('/api/posts/three/visibility', { hidden: true });
  expect(updated(await json<Post[]>(patch))).toEqual(['one', 'two']);
});

test('front matter that is pasted into the content is moved to the fields if there is one for each key', async () => {
  const { repository, save } = await start({});
  const head =
    '---\ntitle: Pasted\ntags: [x, y]\ndate: 2021-05-06\npublish_date: 2021-05-07\ndraft: true\n---\n\n';
  const content = `${head}The text`;
  const same = { title: 'Pasted', tags: ['x', 'y'], createdAt: '2024-01-01', content };
  const saved = await save([{ id: 'empty', title: '', content }, same]);
  const fields = { title: 'Pasted', tags: ['x', 'y'], hidden: true, content: 'The text' };
  const extractedFrontMatter = ['title', 'tags', 'hidden', 'createdAt', 'publishDate'];
  const [createdAt, publishDate] = ['2021-05-06T00:00:00.000Z', '2021-05-07T00:00:00.000Z'];
  const expected = { ...fields, createdAt, publishDate, extractedFrontMatter };
  expect(saved).toMatchObject([expected, expected]);
  expect(await save(saved)).toEqual(saved.map(({ extractedFrontMatter: _, ...post }) => post));
  expect(commitsOf(repository)).toHaveLength(2);
});

test.each([
  ['the title was typed', { title: 'Typed' }, 'title: Pasted'],
  ['others tags were typed', { title: 'T', tags: ['a'] }, 'tags: [b]'],
  ['it was to be hidden', { title: 'T', hidden: true }, 'draft: false'],
  ['it is a remark', { title: 'T' }, 'Update (2024): this post is outdated.'],
  ['there is nothing below it', { title: 'T' }, 'hidden: true'],
])('a block at the start of the content stays there, since %s', async (_, fields, block) => {
  const { fileOf, save } = await start({});
  const text = block.startsWith('hidden') ? '' : '\n\nThe text';
  const content = `---\n${block}\n---${text}`;
  const [saved] = await save([{ id: 'post', ...fields, title: fields.title || 'T', content }]);
  expect(saved).toMatchObject({ content, hidden: 'hidden' in fields });
  expect(saved).not.toHaveProperty('extractedFrontMatter');
  expect(fileOf('post')).toContain(`\n\n${content}\n`);
});

test('front matter that is pasted into a stored post is moved, too, and a block typed there stays', async () => {
  const { posts, save } = await start();
  const pasted = edit(posts, 'one', { tags: [], content: '---\ntags: [new]\n---\n\nText' });
  const [one, ...others] = await save(pasted);
  expect(one).toMatchObject({ tags: ['new'], content: 'Text', extractedFrontMatter: ['tags'] });
  const content = '---\nUpdate: see below.\n---\n\nText';
  const saved = await save([{ ...one, content }, ...others]);
  expect(saved.find(({ id }) => id === 'one')).toMatchObject({ content });
});

test('the fields that a save would take from the content can be queried before', async () => {
  const { admin, posts, repository, save } = await start();
  const EMPTY = { title: '', tags: [], hidden: false, content: '' };
  const query = async (fields: object): Promise<unknown> => {
    const response = await admin.post('/api/admin/posts/front-matter', { ...EMPTY, ...fields });
    expect(response.status).toBe(200);
    return response.json();
  };
  const head = '---\ntitle: Pasted\ntags: [x]\ndate: 2021-05-06\n---\n\n';
  const fields = { title: 'Pasted', tags: ['x'], createdAt: '2021-05-06T00:00:00.000Z' };
  expect(await query({ title: ' ', content: `${head}Text` })).toEqual({
    fields,
    contentStart: head.length,
  });
  const block = '---\ntags: [new]\n---\n\nText';
  expect(await query({ id: 'one', content: block })).toMatchObject({ fields: { tags: ['new'] } });
  await save(edit(posts, 'one', { tags: ['old'], content: block }));
  const nothing = { fields: {}, contentStart: 0 };
  expect(await query({})).toEqual(nothing);
  for (const [reason, asked] of [
    ['the field for its title is filled in already', { title: 'Typed', content: `${head}Text` }],
    [
      'there is no field for “layout”, “author”',
      { content: `---\nlayout: post\nauthor: Me\n---\nText` },
    ],
    ['the text was saved with it', { id: 'one', tags: ['new'], content: block }],
  ] as const) {
    expect(await query(asked)).toEqual({ ...nothing, reason });
  }
  expect(commitsOf(repository)).toHaveLength(2);
});

test.each([
  '---\ntitle: Other\nauthor: Me\n---\n\n',
  '---\nlayout: post\ntitle: "Never closed\n---\n',
  '+++\nauthor = "Me"\n+++\n',
  '{\n  "title": "Other"\n}\n\n',
  'Title: Other\nAuthor: Me\n\n',
  '\n----\ntitle: Other\n----\n',
])('front matter that stays in the content is shown nowhere: %j', async (head) => {
  const { save, visitor } = await start({});
  const text = `Body ${'text '.repeat(30)}`.trim();
  const content = head + text;
  await save([{ id: 'post', title: 'Mine', tags: [], content }]);
  const shown = { title: 'Mine', content, contentHtml: `<p>${text}</p>`, excerpt: text };
  expect(await read(visitor, '/api/posts/post')).toMatchObject(shown);
  for (const path of ['/feed.xml', '/feed.json', '/search-index.json']) {
    const page = await (await visitor.get(path)).text();
    expect(page, path).toMatch(/\bbody\b/i);
    expect(page, path).not.toMatch(/\b(?:other|me|closed)\b|----/i);
  }
});

test('front matter that is read although it is not valid YAML is written properly by one commit', async () => {
  const file = '---\ntitle: Note 01: the lamp\nlayout: wide # mine\n---\n\nText\n';
  const { admin, fileOf, repository } = await start({ 'posts/note.md': file });
  const problemsOf = async () =>
    (await read<ContentResponse>(admin, '/api/content?posts=headings')).problems;
  expect(await problemsOf()).toMatchObject([{ path: 'posts/note.md', line: 2, repairable: true }]);
  const repaired = admin.post('/api/admin/posts/repair', { ids: ['note'] });
  expect(await json(repaired)).toMatchObject([{ id: 'note', title: 'Note 01: the lamp' }]);
  expect(subjectOf(repository)).toBe('Repair post "Note 01: the lamp"');
  expect(fileOf('note')).toBe(file.replace('Note 01: the lamp', '"Note 01: the lamp"'));
  expect(await problemsOf()).toEqual([]);
});

test('an edit of front matter that cannot be parsed is refused, an edit of the text is not', async () => {
  const file = '+++\ntitle = no quotes\ndraft = true\n+++\n\nText\n';
  const { admin, fileOf, posts, repository, save, visitor } = await start({
    'posts/broken.md': file,
  });
  expect((await visitor.get('/api/posts/broken')).status).toBe(404);
  const message = /^posts\/broken\.md cannot be saved: .* \(line 2, column \d+\)$/;
  for (const response of [
    admin.put('/api/posts', edit(posts, 'broken', { title: 'New' })),
    admin.patch('/api/posts/broken/visibility', { hidden: false }),
  ]) {
    const problem = { path: 'posts/broken.md', line: 2 };
    expect(await statusAndBody(response)).toMatchObject([
      422,
      { code: 'UnreadableFile', message: expect.stringMatching(message) as string, problem },
    ]);
  }
  expect(commitsOf(repository)).toHaveLength(1);
  await save(edit(posts, 'broken', { content: 'New text' }));
  expect(fileOf('broken')).toBe(file.replace('Text', 'New text'));
});

test('all issues are reported at once, and nothing is written', async () => {
  const { admin, repository, posts } = await start();
  const required = 'Title and content are required.';
  const empty = [...edit(posts, 'one', { title: ' ', content: '\n' }), { title: 'A' }];
  const long = { title: 'x'.repeat(1001), content: 'B', tags: Array(51).fill('x'.repeat(100)) };
  for (const [sent, ...issues] of [
    [empty, `0.title: ${required}`, `0.content: ${required}`, `3.content: ${required}`],
    [
      [{ title: 'A', content: 'B', createdAt: '2024-02-31' }],
      '0.createdAt: Dates must be ISO dates, such as 2026-01-31T12:00:00.000Z',
    ],
    [
      [{ title: 1, content: 'B', tags: 'x', hidden: 'no' }],
      '0.title: 0.title must be text',
      '0.tags: 0.tags must be a list',
      '0.hidden: 0.hidden must be true or false',
    ],
    [
      [long],
      '0.title: Title must be 1000 characters or fewer',
      '0.tags: Tags must be 5000 characters or fewer together',
    ],
    [{ title: 'A' }, ': The body must be a list'],
  ] as const) {
    expect(await issuesOf(admin.put('/api/posts', sent))).toEqual(issues);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('ids that are unsafe, duplicate or differ only in case are refused', async () => {
  const { admin, repository, posts } = await start();
  const taken = 'Another post has this id already';
  for (const [message, ...ids] of [
    ['Post ids may use letters, digits, dots, dashes and underscores only', '../x'],
    [taken, 'ONE'],
    [taken, 'one'],
    [taken, 'fresh', 'FRESH'],
    [taken, 'fresh', 'fresh'],
  ]) {
    const fresh = ids.map((id) => ({ id, title: 'A', content: 'B' }));
    const [issue = '', ...others] = await issuesOf(admin.put('/api/posts', [...posts, ...fresh]));
    expect([ids, issue.split(': ')[1], others]).toEqual([ids, message, []]);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('posts that were written by hand may break rules of the form', async () => {
  const { admin, fileOf, posts, repository, save } = await start({
    'posts/empty.md': '',
    'posts/untitled.md': '---\ntitle: ""\n---\nText\n',
    'posts/padded.md': '---\ntitle: "  Padded "\ntags: a, ,b\n---\nText',
    'posts/Twin.md': '# Twin\n',
    'posts/twin.md': '# Twin\n',
    'posts/über uns.md': '---\ndraft: false\ndate: 2024-01-31 10:00 +0100\n---\nÜ',
    'posts/long.md': `---\ntitle: ${'x'.repeat(2000)}\n---\nText\n`,
    'posts/broken.md': '---\ntitle: [\n---\nText\n',
    'posts/program.md': '---js\n{ title: "x" }\n---\nText\n',
  });
  await save(posts);
  expect(commitsOf(repository)).toHaveLength(1);
  await save(edit(posts, 'padded', { content: 'New' }));
  expect(changesOf(repository)).toEqual(['M posts/padded.md']);
  expect(fileOf('padded')).toContain('title: "  Padded "\ntags: a, ,b\n');
  expect((await admin.put('/api/posts', edit(posts, 'padded', { content: ' ' }))).status).toBe(400);
});
