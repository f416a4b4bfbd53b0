import type {
  ContentResponse,
  ErrorResponseBody,
  Post,
  PostPageResponse,
  SavedPost,
} from 'content-schema';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const post = (title: string, lines = ''): Uint8Array =>
  Buffer.from(`---\ntitle: ${title}\n${lines}---\n\nThe text of ${title}.\n`);

const FILES = new Map([
  ['posts/one.md', post('One', 'tags: [a, b] # mine\ncreatedAt: 2024-01-01\nlayout: wide\n')],
  ['posts/two.md', post('Two', 'createdAt: 2023-01-01\n')],
  ['posts/three.md', post('Three', 'createdAt: 2022-01-01\nhidden: true\n')],
]);

const startAsAdmin = async (files: ReadonlyMap<string, Uint8Array> = FILES) => {
  const { signIn, visitor, repository } = await startTestServer({ files });
  const admin = await signIn();
  return { admin, visitor, repository, posts: await readPosts(admin) };
};

const readPosts = async (client: TestClient): Promise<Post[]> =>
  ((await (await client.get('/api/content')).json()) as { posts: Post[] }).posts;

const fileOf = (repository: string, id: string): string =>
  git(repository, 'show', `main:posts/${id}.md`);

const edit = (posts: readonly Post[], id: string, changes: Partial<Post>): Post[] =>
  posts.map((post) => (post.id === id ? { ...post, ...changes } : post));

test('sending back what was read makes no commit', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const response = await admin.put('/api/posts', posts);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(posts);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('an edit changes only its own lines of one file, and updatedAt', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const before = fileOf(repository, 'one');
  const started = Date.now();
  const response = await admin.put('/api/posts', edit(posts, 'one', { title: 'Uno', tags: ['a'] }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Update post "Uno": title, tags');
  expect(changesOf(repository)).toEqual(['M posts/one.md']);
  const [saved] = (await response.json()) as Post[];
  expect(saved).toMatchObject({ id: 'one', title: 'Uno', tags: ['a'] });
  expect(saved?.createdAt).toBe('2024-01-01T00:00:00.000Z');
  expect(Date.parse(saved?.updatedAt ?? '')).toBeGreaterThanOrEqual(started);
  const after = fileOf(repository, 'one').replace(/updatedAt: .*\n/, '');
  expect(after).toBe(before.replace('title: One', 'title: Uno').replace('[a, b]', '[a]'));
});

test('a stored post that is sent without its text keeps it', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const before = fileOf(repository, 'one');
  const set = posts.map(({ content: _, contentHtml: __, ...heading }) => heading);
  const renamed = set.map((heading) =>
    heading.id === 'one' ? { ...heading, title: 'Uno' } : heading,
  );
  const response = await admin.put('/api/posts', renamed);
  expect(response.status).toBe(200);
  expect(changesOf(repository)).toEqual(['M posts/one.md']);
  const after = fileOf(repository, 'one').replace(/updatedAt: .*\n/, '');
  expect(after).toBe(before.replace('title: One', 'title: Uno'));

  const unknown = await admin.put('/api/posts', [...set, { id: 'new', title: 'New' }]);
  expect(unknown.status).toBe(400);
  const { issues } = (await unknown.json()) as ErrorResponseBody;
  expect(issues).toEqual([{ path: '3.content', message: 'Title and content are required.' }]);
});

test('a new post with an id is stored once, however often it is sent', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const set = [{ id: 'new-abcd', title: 'New', content: 'Text' }, ...posts];
  const revision = commitsOf(repository)[0] ?? '';
  for (let i = 0; i < 2; i += 1) {
    const response = await admin.put('/api/posts', set, { 'content-revision': revision });
    expect(response.status).toBe(200);
  }
  expect(commitsOf(repository)).toHaveLength(2);
  expect(await readPosts(admin)).toHaveLength(4);
});

test('the response to a save has the requested detail of each post', async () => {
  const { admin, posts } = await startAsAdmin();
  const headings = posts.map(({ contentHtml: _, content: __, ...heading }) => heading);
  expect(await (await admin.put('/api/posts?posts=headings', posts)).json()).toEqual(headings);
  const left = await admin.delete('/api/posts/one?posts=summary');
  expect(await left.json()).toMatchObject([
    { id: 'two', excerpt: 'The text of Two.' },
    { id: 'three', excerpt: 'The text of Three.' },
  ]);
});

test('updatedAt and HTML from the client are ignored', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const sent = posts.map((post) => ({ ...post, updatedAt: '2030-01-01', contentHtml: '<script>' }));
  const saved = (await (await admin.put('/api/posts', sent)).json()) as Post[];
  expect(saved).toEqual(posts);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a new post gets its missing fields, and an id from its title', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const started = Date.now();
  const fresh = { title: ' Hello, wörld! ', content: '# Hi\n\nthere', tags: [' x ', ''] };
  const response = await admin.put('/api/posts', [...posts, fresh]);
  const saved = ((await response.json()) as Post[]).find(({ title }) => title === 'Hello, wörld!');
  expect(saved).toMatchObject({ content: fresh.content, tags: ['x'], hidden: false });
  expect(saved?.id).toBe('hello-world');
  expect(Date.parse(saved?.createdAt ?? '')).toBeGreaterThanOrEqual(started);
  expect(saved?.updatedAt).toBe(saved?.createdAt);
  expect(subjectOf(repository)).toBe('Create post "Hello, wörld!"');
  expect(changesOf(repository)).toEqual([`A posts/${saved?.id}.md`]);
});

test('a new post keeps the id and the date from the client', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const fresh = { id: 'My_own.id-1', title: 'A', content: 'B', createdAt: '2020-02-29' };
  await admin.put('/api/posts', [fresh, ...posts]);
  expect(fileOf(repository, 'My_own.id-1')).toMatch(/\ncreatedAt: 2020-02-29T00:00:00.000Z\n/);
});

test('everything of one save is one commit', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const [one] = edit(posts, 'one', { content: 'New text' });
  const three = edit(posts, 'three', { hidden: false }).find(({ id }) => id === 'three');
  await admin.put('/api/posts', [one, three, { id: 'four', title: 'Four', content: 'x' }]);
  expect(commitsOf(repository)).toHaveLength(2);
  expect(subjectOf(repository)).toMatch(
    /^Create post "Four", update post "One", show post "Three", delete post "/,
  );
  expect(changesOf(repository)).toEqual([
    'A posts/four.md',
    'M posts/one.md',
    'M posts/three.md',
    'D posts/two.md',
  ]);
});

test('a save that only hides or shows a post sets updatedAt, the visibility call does not', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const started = Date.now();
  const updates = (saved: readonly Post[]) =>
    saved.filter(({ updatedAt = '' }) => Date.parse(updatedAt) >= started).map(({ id }) => id);
  const save = async (sent: readonly Post[]) =>
    (await (await admin.put('/api/posts', sent)).json()) as Post[];

  const hidden = await save(edit(edit(posts, 'one', { hidden: true }), 'two', { hidden: true }));
  expect(updates(hidden).toSorted()).toEqual(['one', 'two']);
  expect(subjectOf(repository)).toBe('Hide 2 posts');
  expect(await save(hidden)).toEqual(hidden);
  expect(commitsOf(repository)).toHaveLength(2);
  const shown = await save(edit(hidden, 'one', { hidden: false }));
  const updatedAt = (saved: readonly Post[]) => saved.find(({ id }) => id === 'one')?.updatedAt;
  expect(Date.parse(updatedAt(shown) ?? '')).toBeGreaterThan(Date.parse(updatedAt(hidden) ?? ''));

  const patch = await admin.patch('/api/posts/three/visibility', { hidden: true });
  expect(updates((await patch.json()) as Post[]).toSorted()).toEqual(['one', 'two']);
});

test('all posts can be deleted', async () => {
  const { admin, repository } = await startAsAdmin();
  const response = await admin.put('/api/posts', []);
  expect(await response.json()).toEqual([]);
  expect(subjectOf(repository)).toBe('Delete 3 posts');
  expect(changesOf(repository)).toHaveLength(3);
});

test('different line breaks are not an edit, and an edit keeps the line breaks of the file', async () => {
  const text = '---\r\ntitle: One\r\n---\r\n\r\nFirst\r\nSecond\r\n';
  const { admin, repository, posts } = await startAsAdmin(
    new Map([['posts/one.md', Buffer.from(text)]]),
  );
  const typed = posts.map((post) => ({ ...post, content: post.content.replaceAll('\r\n', '\n') }));
  await admin.put('/api/posts', typed);
  expect(commitsOf(repository)).toHaveLength(1);
  await admin.put('/api/posts', edit(typed, 'one', { content: 'First\nThird' }));
  expect(fileOf(repository, 'one').replace(/updatedAt: .*\r\n/, '')).toBe(
    text.replace('Second', 'Third'),
  );
});

test('front matter that is pasted into the content is moved to the fields if there is one for each key', async () => {
  const { admin, posts, repository } = await startAsAdmin(new Map());
  const head = '---\ntitle: Pasted\ntags: [x, y]\ndate: 2021-05-06\ndraft: true\n---\n\n';
  const content = `${head}The text`;
  const empty = { id: 'empty', title: '', content };
  const same = { title: 'Pasted', tags: ['x', 'y'], createdAt: '2024-01-01', content };
  const response = await admin.put('/api/posts', [...posts, empty, same]);
  const saved = (await response.json()) as SavedPost<Post>[];
  expect(saved).toHaveLength(2);
  for (const post of saved) {
    expect(post).toMatchObject({
      title: 'Pasted',
      tags: ['x', 'y'],
      createdAt: '2021-05-06T00:00:00.000Z',
      hidden: true,
      content: 'The text',
      extractedFrontMatter: ['title', 'tags', 'hidden', 'createdAt'],
    });
  }
  const again = await admin.put('/api/posts', saved);
  expect(await again.json()).toEqual(saved.map(({ extractedFrontMatter: _, ...post }) => post));
  expect(commitsOf(repository)).toHaveLength(2);
});

test.each([
  ['the title was typed', { title: 'Typed' }, 'title: Pasted'],
  ['others tags were typed', { title: 'T', tags: ['a'] }, 'tags: [b]'],
  ['it was to be hidden', { title: 'T', hidden: true }, 'draft: false'],
  ['a key is no field', { title: '' }, 'title: Pasted\nlayout: post'],
  ['it is a note', { title: 'T' }, 'Note: only for members.\nImportant: bring a torch.'],
  ['it is a remark', { title: 'T' }, 'Update (2024): this post is outdated.'],
  ['there is nothing below it', { title: 'T' }, 'hidden: true'],
])('a block at the start of the content stays there, since %s', async (_, fields, block) => {
  const { admin, posts, repository } = await startAsAdmin(new Map());
  const text = block.startsWith('hidden') ? '' : '\n\nThe text';
  const content = `---\n${block}\n---${text}`;
  const response = await admin.put('/api/posts', [
    ...posts,
    { id: 'post', ...fields, title: fields.title === '' ? 'T' : fields.title, content },
  ]);
  expect(response.status).toBe(200);
  const [saved] = (await response.json()) as SavedPost<Post>[];
  expect(saved).toMatchObject({ content, hidden: 'hidden' in fields });
  expect(saved).not.toHaveProperty('extractedFrontMatter');
  expect(git(repository, 'show', 'main:posts/post.md')).toContain(`\n\n${content}\n`);
});

test('front matter that is pasted into a stored post is moved, too, and a block typed there stays', async () => {
  const { admin, posts } = await startAsAdmin();
  const pasted = edit(posts, 'one', { tags: [], content: '---\ntags: [new]\n---\n\nText' });
  const [one] = (await (await admin.put('/api/posts', pasted)).json()) as SavedPost<Post>[];
  expect(one).toMatchObject({ tags: ['new'], content: 'Text', extractedFrontMatter: ['tags'] });
  const content = '---\nUpdate: see below.\n---\n\nText';
  const response = await admin.put(
    '/api/posts',
    edit([one!, ...posts.slice(1)], 'one', { content }),
  );
  expect(((await response.json()) as Post[]).find(({ id }) => id === 'one')?.content).toBe(content);
});

test('the fields that a save would take from the content can be queried before', async () => {
  const EMPTY = { title: '', tags: [], hidden: false, content: '' };
  const { admin, posts, repository } = await startAsAdmin();
  const ask = async (post: unknown): Promise<unknown> => {
    const response = await admin.post('/api/admin/posts/front-matter', post);
    expect(response.status).toBe(200);
    return response.json();
  };
  const head = '---\ntitle: Pasted\ntags: [x]\ndate: 2021-05-06\n---\n\n';
  const createdAt = '2021-05-06T00:00:00.000Z';
  expect(await ask({ ...EMPTY, title: ' ', content: `${head}Text` })).toEqual({
    fields: { title: 'Pasted', tags: ['x'], createdAt },
    contentStart: head.length,
  });
  const nothing = { fields: {}, contentStart: 0 };
  expect(await ask({ ...EMPTY, title: 'Typed', content: `${head}Text` })).toEqual({
    ...nothing,
    reason: 'the field for its title is filled in already',
  });
  const foreign = `---\nlayout: post\nauthor: Me\n---\nText`;
  expect(await ask({ ...EMPTY, content: foreign })).toEqual({
    ...nothing,
    reason: 'there is no field for “layout”, “author”',
  });
  expect(await ask(EMPTY)).toEqual(nothing);

  const block = '---\ntags: [new]\n---\n\nText';
  expect(await ask({ ...EMPTY, id: 'one', content: block })).toMatchObject({
    fields: { tags: ['new'] },
  });
  const typed = edit(posts, 'one', { tags: ['old'], content: block });
  expect((await admin.put('/api/posts', typed)).status).toBe(200);
  expect(await ask({ ...EMPTY, id: 'one', tags: ['new'], content: block })).toEqual({
    ...nothing,
    reason: 'the text was saved with it',
  });
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
  const { admin, visitor } = await startAsAdmin(new Map());
  const text = `Body ${'text '.repeat(30)}`.trim();
  const posts = [{ id: 'post', title: 'Mine', tags: [], content: head + text }];
  expect((await admin.put('/api/posts', posts)).status).toBe(200);
  const post = (await (await visitor.get('/api/posts/post')).json()) as PostPageResponse;
  const shown = { contentHtml: `<p>${text}</p>`, excerpt: text };
  expect(post).toMatchObject({ title: 'Mine', content: head + text, ...shown });
  for (const path of ['/feed.xml', '/feed.json', '/search-index.json']) {
    const page = await (await visitor.get(path)).text();
    expect(page, path).toMatch(/\bbody\b/i);
    expect(page, path).not.toMatch(/\b(?:other|me|closed)\b|----/i);
  }
});

test('front matter that is not valid YAML is edited line by line', async () => {
  const file = '---\ntitle: Note 01: the lamp\ntags: a, b\ndraft: true\n---\n\nText\n';
  const { admin, posts, repository } = await startAsAdmin(
    new Map([['posts/note.md', Buffer.from(file)]]),
  );
  expect(posts).toMatchObject([{ title: 'Note 01: the lamp', tags: ['a', 'b'], hidden: true }]);
  await admin.put('/api/posts', edit(posts, 'note', { tags: ['a', 'c'], content: 'New text' }));
  const stored = git(repository, 'show', 'main:posts/note.md');
  expect(stored.replace(/updatedAt: .*\n/, '')).toBe(
    file.replace('a, b', 'a, c').replace('Text', 'New text'),
  );
});

test('front matter that is read although it is not valid YAML is written properly by one commit', async () => {
  const file = '---\ntitle: Note 01: the lamp\nlayout: wide # mine\n---\n\nText\n';
  const { admin, repository } = await startAsAdmin(new Map([['posts/note.md', Buffer.from(file)]]));
  const problemsOf = async () =>
    ((await (await admin.get('/api/content?posts=headings')).json()) as ContentResponse).problems;
  expect(await problemsOf()).toMatchObject([{ path: 'posts/note.md', line: 2, repairable: true }]);
  const response = await admin.post('/api/admin/posts/repair', { ids: ['note'] });
  expect(await response.json()).toMatchObject([{ id: 'note', title: 'Note 01: the lamp' }]);
  expect(subjectOf(repository)).toBe('Repair post "Note 01: the lamp"');
  expect(fileOf(repository, 'note')).toBe(file.replace('Note 01: the lamp', '"Note 01: the lamp"'));
  expect(await problemsOf()).toEqual([]);
});

test('an edit of front matter that cannot be parsed is refused, an edit of the text is not', async () => {
  const file = '+++\ntitle = no quotes\ndraft = true\n+++\n\nText\n';
  const { admin, posts, repository, visitor } = await startAsAdmin(
    new Map([['posts/broken.md', Buffer.from(file)]]),
  );
  expect((await visitor.get('/api/posts/broken')).status).toBe(404);
  const rejected = [
    await admin.put('/api/posts', edit(posts, 'broken', { title: 'New' })),
    await admin.patch('/api/posts/broken/visibility', { hidden: false }),
  ];
  for (const response of rejected) {
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'UnreadableFile',
      message: expect.stringMatching(
        /^posts\/broken\.md cannot be saved: .* \(line 2, column \d+\)$/,
      ) as string,
      problem: { path: 'posts/broken.md', line: 2 },
    });
  }
  expect(commitsOf(repository)).toHaveLength(1);
  const response = await admin.put('/api/posts', edit(posts, 'broken', { content: 'New text' }));
  expect(response.status).toBe(200);
  expect(git(repository, 'show', 'main:posts/broken.md')).toBe(file.replace('Text', 'New text'));
});

test('a stored text may begin with a block that looks like front matter', async () => {
  const content = '---\nkey: value\n---\n\nAn example of front matter.';
  const files = new Map([['posts/one.md', Buffer.from(`---\ntitle: One\n---\n\n${content}\n`)]]);
  const { admin, repository, posts } = await startAsAdmin(files);
  expect(posts[0]?.content).toBe(content);
  await admin.put('/api/posts', posts);
  expect(commitsOf(repository)).toHaveLength(1);
  const longer = `${content} And more.`;
  const response = await admin.put('/api/posts', edit(posts, 'one', { content: longer }));
  expect(await response.json()).toMatchObject([{ content: longer }]);
});

test('all issues are reported at once, and nothing is written', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const issuesOf = async (sent: unknown): Promise<string[]> => {
    const response = await admin.put('/api/posts', sent);
    expect(response.status).toBe(400);
    const { message, issues = [] } = (await response.json()) as ErrorResponseBody;
    expect(message).toBe(issues[0]?.message);
    return issues.map((issue) => `${issue.path}: ${issue.message}`);
  };
  const required = 'Title and content are required.';
  const date = 'Dates must be ISO dates, such as 2026-01-31T12:00:00.000Z';
  expect(
    await issuesOf([...edit(posts, 'one', { title: ' ', content: '\n' }), { title: 'A' }]),
  ).toEqual([`0.title: ${required}`, `0.content: ${required}`, `3.content: ${required}`]);
  expect(await issuesOf([{ title: 'A', content: 'B', createdAt: '2024-02-31' }])).toEqual([
    `0.createdAt: ${date}`,
  ]);
  expect(await issuesOf([{ title: 1, content: 'B', tags: 'x', hidden: 'no' }])).toEqual([
    '0.title: 0.title must be text',
    '0.tags: 0.tags must be a list',
    '0.hidden: 0.hidden must be true or false',
  ]);
  expect(
    await issuesOf([
      { title: 'x'.repeat(1001), content: 'B', tags: Array(51).fill('x'.repeat(100)) },
    ]),
  ).toEqual([
    '0.title: Title must be 1000 characters or fewer',
    '0.tags: Tags must be 5000 characters or fewer together',
  ]);
  expect(await issuesOf({ title: 'A' })).toEqual([': The body must be a list']);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('ids that are unsafe, duplicate or differ only in case are refused', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const messageFor = async (...ids: string[]): Promise<string> => {
    const fresh = ids.map((id) => ({ id, title: 'A', content: 'B' }));
    const response = await admin.put('/api/posts', [...posts, ...fresh]);
    expect(response.status, ids.join()).toBe(400);
    return ((await response.json()) as ErrorResponseBody).message;
  };
  const unsafe = 'Post ids may use letters, digits, dots, dashes and underscores only';
  for (const id of ['../x', 'a/b', 'a\\b', '.git', 'a..b', 'a\0', 'ｘ', '']) {
    expect(await messageFor(id), id).toBe(unsafe);
  }
  expect(await messageFor('x'.repeat(101))).toBe('Post ids must be 100 characters or fewer');
  expect(await messageFor('new')).toBe('This id is an address of the site');
  expect(await messageFor('CON')).toBe('This id is a reserved name on Windows');
  expect(await messageFor('aux.txt')).toBe('This id is a reserved name on Windows');
  const taken = 'Another post has this id already';
  expect(await messageFor('ONE')).toBe(taken);
  expect(await messageFor('one')).toBe(taken);
  expect(await messageFor('fresh', 'FRESH')).toBe(taken);
  expect(await messageFor('fresh', 'fresh')).toBe(taken);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('posts that were written by hand may break rules of the form', async () => {
  const files = new Map([
    ['posts/empty.md', Buffer.from('')],
    ['posts/untitled.md', Buffer.from('---\ntitle: ""\n---\nText\n')],
    ['posts/padded.md', Buffer.from('---\ntitle: "  Padded "\ntags: a, ,b\n---\nText')],
    ['posts/Twin.md', Buffer.from('# Twin\n')],
    ['posts/twin.md', Buffer.from('# Twin\n')],
    ['posts/über uns.md', Buffer.from('---\ndraft: false\ndate: 2024-01-31 10:00 +0100\n---\nÜ')],
    ['posts/long.md', Buffer.from(`---\ntitle: ${'x'.repeat(2000)}\n---\nText\n`)],
    ['posts/broken.md', Buffer.from('---\ntitle: [\n---\nText\n')],
    ['posts/program.md', Buffer.from('---js\n{ title: "x" }\n---\nText\n')],
  ]);
  const { admin, repository, posts } = await startAsAdmin(files);
  expect((await admin.put('/api/posts', posts)).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  const response = await admin.put('/api/posts', edit(posts, 'padded', { content: 'New' }));
  expect(response.status).toBe(200);
  expect(changesOf(repository)).toEqual(['M posts/padded.md']);
  expect(fileOf(repository, 'padded')).toContain('title: "  Padded "\ntags: a, ,b\n');
  const emptied = await admin.put('/api/posts', edit(posts, 'padded', { content: ' ' }));
  expect(emptied.status).toBe(400);
});

test('fields that a stored post is sent without are kept', async () => {
  const { admin, repository, posts } = await startAsAdmin();
  const sent = posts.map(({ id, title }) => ({ id, title: id === 'one' ? 'Uno' : title }));
  const response = await admin.put('/api/posts', sent);
  expect(response.status).toBe(200);
  expect(await readPosts(admin)).toMatchObject(
    posts.map(({ updatedAt: _, ...post }) =>
      post.id === 'one' ? { ...post, title: 'Uno' } : post,
    ),
  );
  expect(changesOf(repository)).toEqual(['M posts/one.md']);
});

test('a set of several megabytes is saved as one commit, and returned completely', async () => {
  const { admin, repository } = await startAsAdmin();
  const content = 'A line of the text.\n'.repeat(900);
  const sent = Array.from({ length: 220 }, (_, i) => ({
    ...{ id: `many-${i}`, title: `Post ${i}`, tags: [], hidden: false },
    ...{ createdAt: new Date(Date.UTC(2020, 0, 1) + i).toISOString(), content },
  }));
  const response = await admin.put('/api/posts', sent);
  expect(response.status).toBe(200);
  const saved = (await response.json()) as Post[];
  const byId = new Map(saved.map(({ updatedAt: _, contentHtml: __, ...post }) => [post.id, post]));
  expect(sent.map(({ id }) => byId.get(id))).toEqual(sent);
  expect(subjectOf(repository)).toBe('Create 220 posts, delete 3 posts');
  const changed = sent.map((post, i) => (i % 2 ? post : { ...post, title: `Changed ${i}` }));
  expect((await admin.put('/api/posts?posts=headings', changed)).status).toBe(200);
  expect(subjectOf(repository)).toBe('Update 110 posts');
  expect(fileOf(repository, 'many-2')).toContain('title: Changed 2\n');
  expect(commitsOf(repository)).toHaveLength(3);
});
