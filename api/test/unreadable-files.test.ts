// Needs: history
import type { ErrorResponseBody, HistoryResponse } from 'content-schema';
import { describe, expect, test } from 'vitest';
import { bothStores } from './both-stores.ts';
import { git } from './git.ts';
import { readContent } from './github/edits.ts';
import { readToEdit } from './read-to-edit.ts';
import { json, read } from './responses.ts';
import { startAsAdmin } from './start-test-server.ts';
import type { TestClient } from './test-client.ts';

const FILES = {
  'site.json': '{"title": "Ada\'s site", "description": "About her"}\n',
  'profile.json':
    '{\n  "name": "Ada",\n  "title": "Engineer",\n  "contactVisibility": { "email": true }\n}\n',
  'experiences.json':
    '[{"role": "Engineer", "company": "A", "year": 2021, "description": "d", "stack": ["Git"]}]\n',
  'sections.json': '{"achievements": {"visible": true, "items": ["A prize"]}}\n',
  'posts/one.md': '---\ntitle: One\n---\n\nThe text.\n',
};

const LFS_POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n';
/** The smallest possible GIF. */
const DOT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** Restores a file as it was before its newest commit. */
const restoreBefore = async (admin: TestClient, path: string): Promise<number> => {
  const { commits } = await read<HistoryResponse>(admin, `/api/history?path=${path}`);
  return (await admin.post(`/api/history/${commits[1]?.sha ?? ''}/restore`, { path })).status;
};

type Part = 'site' | 'profile' | 'experiences' | 'sections';

/** Broken files of each entity, and the position of the problem. */
const BROKEN: readonly [
  part: Part,
  text: string | Buffer,
  reason: string,
  line: number,
  column: number,
][] = [
  ['site', '{"title": "A" "description": "B"}', 'not valid JSON: comma expected', 1, 15],
  ['site', '{"title": {"de": "A"}, "description": "B"}', '"title" must be text', 1, 11],
  ['profile', '{\n  "name": "Ada\n}', 'not valid JSON: unexpected end of string', 2, 11],
  ['profile', '', 'not valid JSON: value expected', 1, 1],
  ['profile', Buffer.from('{\n  "name": "Zo\xeb"\n}', 'latin1'), 'not UTF-8 text', 2, 14],
  ['profile', '["Ada"]', 'The file must be an object', 1, 1],
  ['profile', '{"name": "Ada",\n "contactVisibility": {"email": "no"}}', 'true or false', 2, 33],
  ['experiences', '{"role": "Engineer"}', 'The file must be a list', 1, 1],
  ['experiences', '[{"role": "Engineer", "stack": "Git"}]', '"1.stack" must be a list', 1, 32],
  ['sections', '<<<<<<< HEAD\n{}', 'not valid JSON: invalid symbol', 1, 1],
];

describe.each(bothStores())('content in $store', ({ start }) => {
  test.each(BROKEN)(
    'for a %s.json of %j the last readable version is served, and the file cannot be saved',
    async (part, text, reason, line, column) => {
      const site = await start(FILES);
      const admin = await site.signIn();
      const good = await readToEdit(admin);
      expect(good.problems).toEqual([]);
      const path = `${part}.json`;
      const head = await site.push({ [path]: text });

      const { problems, ...content } = await readToEdit(admin);
      expect(content).toEqual({ ...good, problems: undefined });
      expect(problems).toHaveLength(1);
      expect(problems?.[0]).toMatchObject({ path, line, column });
      expect(problems?.[0]?.message).toContain(reason);
      const shown = await read(site.visitor, '/api/content?posts=summary');
      expect(shown).toMatchObject({ site: good.site });
      expect(shown).not.toHaveProperty('problems');

      for (const sent of [good[part], part === 'experiences' ? [] : {}]) {
        const rejection = await admin.put(`/api/${part}`, sent);
        expect(rejection.status).toBe(422);
        const error = await json<ErrorResponseBody>(rejection);
        expect(error).toMatchObject({ code: 'UnreadableFile', problem: { path, line, column } });
        expect(error.message).toContain(`(line ${line}, column ${column})`);
        expect(error.message).toContain(path);
      }
      expect(await site.head()).toBe(head);
    },
  );

  test('beside a broken file others can be saved, and it can be restored from the history', async () => {
    const site = await start(FILES);
    const admin = await site.signIn();
    const { profile } = await readToEdit(admin);
    await site.push({ 'profile.json': '{' });
    const better = { ...(await readToEdit(admin)).site, title: 'Better' };
    expect((await admin.put('/api/site', better)).status).toBe(200);
    expect(await restoreBefore(admin, 'profile.json')).toBe(200);
    expect((await site.texts())['profile.json']).toBe(FILES['profile.json']);
    await site.push({ 'profile.json': '{"na' });
    const after = await readToEdit(admin);
    expect(after).toMatchObject({ profile, site: { title: 'Better' } });
    expect(after.problems).toMatchObject([{ path: 'profile.json', line: 1, column: 2 }]);
    expect(await restoreBefore(admin, 'profile.json')).toBe(200);
    expect(await readToEdit(admin)).toMatchObject({ profile, problems: [] });
    expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
  });

  test('a process that starts with a broken file finds its last readable version in the history', async () => {
    const site = await start(FILES);
    await site.push({ 'profile.json': '{"name": "Bea"}' });
    await site.push({ 'profile.json': '{"name": "Be' });
    await site.push({ 'profile.json': '{"name": []}', 'posts/one.md': 'New text\n' });
    const { visitor, signIn } = await site.restart();
    expect((await readContent(visitor)).profile.name).toBe('Bea');
    const { problems } = await readToEdit(await signIn());
    expect(problems).toMatchObject([{ path: 'profile.json', message: '"name" must be text' }]);
  });

  test('comments and trailing commas are read, and survive an edit', async () => {
    const text = '// mine\n{\n  "name": "Ada", // as on the door\n  "title": "Engineer",\n}\n';
    const site = await start({ ...FILES, 'profile.json': text });
    const admin = await site.signIn();
    const { profile, problems } = await readToEdit(admin);
    expect(problems).toEqual([]);
    expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
    expect((await site.texts())['profile.json']).toBe(text.replace('Ada', 'Bea'));
  });

  test('a post that is not UTF-8 is never rewritten, and others are', async () => {
    const latin1 = Buffer.from('---\ntitle: Caf\xe9\n---\n\nD\xe9j\xe0 vu.\n', 'latin1');
    const path = 'posts/cafe.md';
    const site = await start({ ...FILES, [path]: latin1 });
    const head = await site.head();
    const admin = await site.signIn();
    const { posts, problems } = await readToEdit(admin);
    const problem = { path, message: 'The file is not UTF-8 text', line: 2, column: 11 };
    expect(problems).toMatchObject([problem]);

    const edit = (edited: string, change: object) =>
      posts.map((post) => ({ ...post, ...(post.id === edited && change) }));
    const rejection = await admin.put('/api/posts', edit('cafe', { tags: ['new'] }));
    expect(rejection.status).toBe(422);
    expect(await json<ErrorResponseBody>(rejection)).toMatchObject({
      code: 'UnreadableFile',
      problem,
    });
    expect((await admin.patch('/api/posts/cafe/visibility', { hidden: true })).status).toBe(422);
    expect(await site.head()).toBe(head);

    expect((await admin.put('/api/posts', edit('one', { title: 'Uno' }))).status).toBe(200);
    expect(await site.parents(await site.head())).toEqual([head]);
    expect((await site.texts())['posts/one.md']).toContain('title: Uno');
    expect((await admin.delete('/api/posts/cafe')).status).toBe(200);
  });

  test('a logo is not restored into a site.json that can not be read', async () => {
    const text = '{"title": "A", "logo": {"path": "assets/logo.png", "type": "image/png"}}';
    const site = await start({ ...FILES, 'site.json': text, 'assets/logo.png': 'a logo' });
    const admin = await site.signIn();
    await site.push({ 'site.json': '{"title": "A"' });
    const head = await site.push({ 'assets/logo.png': 'another' });
    await readToEdit(admin);
    expect(await restoreBefore(admin, 'assets/logo.png')).toBe(422);
    expect(await site.head()).toBe(head);
  });

  test('a link in place of a file is reported, and replaced by no save and no reset', async () => {
    const site = await start({ ...FILES, 'posts/two.md': '# Two\n\nText\n' });
    const admin = await site.signIn();
    const { profile } = await readToEdit(admin);
    await site.link('profile.json', 'other.json');
    await site.link('posts/two.md', 'one.md');
    const after = await readToEdit(admin);
    const message = 'It is a symbolic link or a submodule, which is not followed';
    expect(after.profile).toEqual(profile);
    expect(after.posts.map(({ id }) => id)).toEqual(['one']);
    expect(after.problems?.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toMatchObject([
      { path: 'posts/two.md', message },
      { path: 'profile.json', message },
    ]);
    const rejection = await admin.put('/api/profile', profile);
    expect(rejection.status).toBe(422);
    expect((await json<ErrorResponseBody>(rejection)).problem).toMatchObject({
      path: 'profile.json',
      message,
    });
    const twin = { id: 'two', title: 'Two', content: 'Text' };
    expect((await admin.put('/api/posts', [...after.posts, twin])).status).toBe(422);
    const better = { ...after.site, title: 'Better' };
    expect((await admin.put('/api/site', better)).status).toBe(200);
    const head = await site.head();
    const reset = await admin.post('/api/reset');
    expect(reset.status).toBe(200);
    expect(await reset.json()).toMatchObject({ problems: after.problems });
    const restored = await readToEdit(admin);
    expect(restored.site.title).not.toBe('Better');
    expect(restored.posts).toHaveLength(3);
    expect(restored.problems).toEqual(after.problems);
    expect(await site.parents(await site.head())).toEqual([head]);
    for (const [path, target] of [
      ['profile.json', 'other.json'],
      ['posts/two.md', 'one.md'],
    ] as const) {
      expect(await site.linkAt(path)).toBe(target);
    }
  });

  test('every unreadable or misplaced file is a problem, which visitors never see', async () => {
    const site = await start({
      ...FILES,
      'site.json': '{"title": "A", "logo": {"path": "assets/logo.png", "type": "image/png"}}',
      'posts/broken.md': '---\ntitle: A note: for three\n---\n\nText\n',
      'posts/flag.md': '---\ntitle: Flag\nhidden: perhaps\ndate: 2021-02-29\n---\n\nText\n',
      'posts/deep/er.md': '# Deeper\n',
      'posts/page.mdx': '# Page\n',
      'posts/LOUD.MD': '# Loud\n',
      'posts/One.md': '# Twin\n',
      'posts/large.md': LFS_POINTER,
      'Profile.json': '{}',
      'photos/01JWT6444RQM8SZKMERQ1BVHWF/a.png': '',
      'photos/pointer.jpg': LFS_POINTER,
      'photos/page.webp': '<!DOCTYPE html><title>Not found</title>',
      'photos/dot.gif': DOT,
      'photos/long-page.png': `<!DOCTYPE html><title>Not found</title>${'<p>Sorry</p>'.repeat(100)}`,
      'photos/letter.jpg': 'Dear Ada, here is the picture.\n'.repeat(40_000),
      'photos/drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(200)}</svg>`,
      'photos/large.gif': Buffer.concat([DOT, Buffer.alloc(600_000)]),
      'notes/readme.md': 'Not content\n',
      'notes/README.md': 'Nor this\n',
    });
    const admin = await site.signIn();
    const { problems = [] } = await readToEdit(admin);
    expect(problems.flatMap(({ path, readOnly }) => (readOnly ? [path] : []))).toEqual([
      'posts/large.md',
    ]);
    const said = problems.map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`);
    expect(said.sort()).toEqual([
      'assets/logo.png: The logo that site.json refers to does not exist',
      "photos/01JWT6444RQM8SZKMERQ1BVHWF/a.png: It is empty or can't be read",
      'photos/letter.jpg: It is not a picture',
      'photos/long-page.png: It is not a picture',
      'photos/page.webp: It is not a picture',
      expect.stringMatching(/^photos\/pointer.jpg: The file is a Git LFS pointer/),
      'posts/LOUD.MD: It is not shown: the names of posts end with .md',
      'posts/broken.md:2 “title” has a colon and is not in quotes. It is read as “A note: for three”',
      'posts/deep/er.md: It is in a folder of posts/ and is not shown: posts must be directly in posts/',
      'posts/flag.md:3 "hidden" is neither true nor false, so the post is hidden',
      'posts/flag.md:4 "date" could not be read',
      expect.stringMatching(/^posts\/large.md: The file is a Git LFS pointer/),
      'posts/one.md: Its name differs from posts/One.md by case only',
      'posts/page.mdx: It is not shown: the names of posts end with .md',
      'profile.json: Its name differs from Profile.json by case only',
    ]);
    await site.push({ 'posts/new.md': '# New\n' });
    expect((await readToEdit(admin)).problems).toEqual(problems);
    for (const path of ['/api/content', '/api/content?posts=summary']) {
      expect(await (await site.visitor.get(path)).text()).not.toContain('problems');
    }
    expect(await read(admin, '/api/content')).toMatchObject({ problems });
    expect((await site.visitor.get('/api/posts/large')).status).toBe(404);
    expect((await site.visitor.get('/api/posts/flag')).status).toBe(404);
  });
});

test.each([
  [['_posts/2012-01-02-boat.md', '_posts/2013/tides.md', 'docs/x.mdx'], ', like 2 other files'],
  [['content/post/b/index.md'], ''],
  [['README.md', 'docs/README.md', '.github/x.md', '_layouts/a.md', 'content/_index.md']],
  [['node_modules/a/b.md', 'photos/a.md', 'drafts/b.md']],
  [['notes/one.md', 'notes/two.md', 'posts/one.md', 'posts/two.md']],
])('texts outside of posts/ are a problem if they are most: %j', async (paths, others?: string) => {
  const texts = Object.fromEntries(paths.map((path) => [path, '# Title\n']));
  const { admin } = await startAsAdmin({ files: { 'site.json': '{}\n', ...texts } });
  const { problems = [] } = await readToEdit(admin);
  const message = `It is not shown${others}: posts lie in posts/`;
  expect(problems).toEqual(others === undefined ? [] : [{ path: paths[0], message }]);
});

/** The beginning of a zip archive. */
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0'), Buffer.alloc(2000)]);

test('an image that is another binary file is a problem if the store has its bytes', async () => {
  const files = { ...FILES, 'photos/zip.avif': ZIP };
  const { admin, repository, restart } = await startAsAdmin({ files });
  const problem = { path: 'photos/zip.avif', message: 'It is not a picture' };
  expect((await readToEdit(admin)).problems).toEqual([problem]);
  git(repository, 'gc', '--quiet');
  expect((await readToEdit(await (await restart()).signIn())).problems).toEqual([problem]);
});
