// Needs: history
import type { ContentResponse, ErrorResponseBody, HistoryResponse } from 'content-schema';
import { setupServer } from 'msw/node';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readToEdit } from './read-to-edit.ts';
import type { RunningApp } from './run-app.ts';
import { githubTestServers } from './start-github-test-server.ts';
import { startTestServer } from './start-test-server.ts';
import { git } from './git.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const bytesOf = (files: Files): Map<string, Buffer> =>
  new Map(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes as Uint8Array)]));

/** A running application, and access to its repository with git. */
interface Stage extends RunningApp {
  push(files: Files): Promise<void>;
  /** Commits a symbolic link at the path. */
  link(path: string, target: string): void;
  /** Returns the number of commits. */
  count(): number;
  fileOf(path: string): Buffer;
  restart(): Promise<RunningApp>;
}

const startLocal = async (files: Files): Promise<Stage> => {
  const server = await startTestServer({ files: bytesOf(files) });
  const { repository, outsider } = server;
  return {
    ...server,
    push: async (changes) => {
      await outsider.commit({
        expectedHead: await outsider.head(),
        message: 'By hand\n',
        operationId: 'by hand',
        changes: bytesOf(changes),
      });
    },
    link: (path, target) => {
      const work = join(repository, '..', 'work');
      git(repository, 'worktree', 'add', '--quiet', '--force', '-B', 'work', work, 'main');
      rmSync(join(work, path), { force: true });
      symlinkSync(target, join(work, path));
      git(work, 'add', '.');
      git(
        work,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b.c',
        'commit',
        '--quiet',
        '-m',
        'By hand',
      );
      git(repository, 'update-ref', 'refs/heads/main', 'work');
      git(repository, 'worktree', 'remove', '--force', work);
    },
    count: () => Number(git(repository, 'rev-list', '--count', 'main')),
    fileOf: (path) => Buffer.from(git(repository, 'show', `main:${path}`)),
  };
};

const startGitHub = githubTestServers(setupServer());

const startAtGitHub = async (files: Files): Promise<Stage> => {
  const server = await startGitHub({ files: bytesOf(files) });
  const { repository } = server;
  return {
    ...server,
    push: (changes) => {
      repository.push({ changes: bytesOf(changes) });
      return Promise.resolve();
    },
    link: (path, target) => {
      repository.push({ changes: { [path]: { content: target, mode: '120000' } } });
    },
    count: () => repository.commits().length,
    fileOf: (path) => repository.files().get(path) ?? Buffer.alloc(0),
  };
};

const STORES = [
  ['on the local disk', startLocal],
  ['at GitHub', startAtGitHub],
] as const;

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

const errorOf = async (response: Response): Promise<ErrorResponseBody> =>
  (await response.json()) as ErrorResponseBody;

type Part = 'site' | 'profile' | 'experiences' | 'sections';

/** Broken files of each entity, and the position of the problem. */
const BROKEN: readonly [part: Part, text: string, reason: string, line: number, column: number][] =
  [
    ['site', '{"title": "A" "description": "B"}', 'not valid JSON: comma expected', 1, 15],
    ['site', '{"title": {"de": "A"}, "description": "B"}', '"title" must be text', 1, 11],
    ['profile', '{\n  "name": "Ada\n}', 'not valid JSON: unexpected end of string', 2, 11],
    ['profile', '', 'not valid JSON: value expected', 1, 1],
    ['profile', '["Ada"]', 'The file must be an object', 1, 1],
    ['profile', '{"name": "Ada",\n "contactVisibility": {"email": "no"}}', 'true or false', 2, 33],
    ['experiences', '{"role": "Engineer"}', 'The file must be a list', 1, 1],
    ['experiences', '[{"role": "Engineer", "stack": "Git"}]', '"1.stack" must be a list', 1, 32],
    ['sections', '<<<<<<< HEAD\n{}', 'not valid JSON: invalid symbol', 1, 1],
  ];

describe.each(STORES)('content %s', (_, start) => {
  test.each(BROKEN)(
    'for a %s.json of %j the last readable version is served, and the file cannot be saved',
    async (part, text, reason, line, column) => {
      const stage = await start(FILES);
      const admin = await stage.signIn();
      const good = await readToEdit(admin);
      expect(good.problems).toEqual([]);
      const path = `${part}.json`;
      await stage.push({ [path]: text });

      const { problems, ...content } = await readToEdit(admin);
      expect(content).toEqual({ ...good, problems: undefined });
      expect(problems).toHaveLength(1);
      expect(problems?.[0]).toMatchObject({ path, line, column });
      expect(problems?.[0]?.message).toContain(reason);
      const shown: unknown = await (await stage.visitor.get('/api/content?posts=summary')).json();
      expect(shown).toMatchObject({ site: good.site });
      expect(shown).not.toHaveProperty('problems');

      for (const sent of [good[part], part === 'experiences' ? [] : {}]) {
        const rejection = await admin.put(`/api/${part}`, sent);
        expect(rejection.status).toBe(422);
        const error = await errorOf(rejection);
        expect(error).toMatchObject({ code: 'UnreadableFile', problem: { path, line, column } });
        expect(error.message).toContain(`(line ${line}, column ${column})`);
        expect(error.message).toContain(path);
      }
      expect(stage.count()).toBe(2);
      expect(stage.fileOf(path).toString()).toBe(text);
    },
  );

  test('other files can be saved, and the broken one is still served in its last readable version', async () => {
    const stage = await start(FILES);
    const admin = await stage.signIn();
    const { profile } = await readToEdit(admin);
    await stage.push({ 'profile.json': '{' });
    const site = { ...(await readToEdit(admin)).site, title: 'Better' };
    expect((await admin.put('/api/site', site)).status).toBe(200);
    await stage.push({ 'profile.json': '{"na' });
    const after = await readToEdit(admin);
    expect(after.profile).toEqual(profile);
    expect(after.site.title).toBe('Better');
    expect(after.problems).toMatchObject([{ path: 'profile.json', line: 1, column: 2 }]);
  });

  test('a process that starts with a broken file finds its last readable version in the history', async () => {
    const stage = await start(FILES);
    await stage.push({ 'profile.json': '{"name": "Bea"}' });
    await stage.push({ 'profile.json': '{"name": "Be' });
    await stage.push({ 'profile.json': '{"name": []}', 'posts/one.md': 'New text\n' });
    const { visitor, signIn } = await stage.restart();
    const shown = (await (await visitor.get('/api/content')).json()) as ContentResponse;
    expect(shown.profile.name).toBe('Bea');
    const { problems } = await readToEdit(await signIn());
    expect(problems).toMatchObject([{ path: 'profile.json', message: '"name" must be text' }]);
  });

  test('a broken file can be restored from the history', async () => {
    const stage = await start(FILES);
    const admin = await stage.signIn();
    const { profile } = await readToEdit(admin);
    await stage.push({ 'profile.json': '{' });
    await readToEdit(admin);
    const history = await admin.get('/api/history?path=profile.json');
    const { commits } = (await history.json()) as HistoryResponse;
    const restore = `/api/history/${commits[1]?.sha ?? ''}/restore`;
    expect((await admin.post(restore, { path: 'profile.json' })).status).toBe(200);
    expect(stage.fileOf('profile.json').toString()).toBe(FILES['profile.json']);
    expect(await readToEdit(admin)).toMatchObject({ profile, problems: [] });
    expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
  });

  test('comments and trailing commas are read, and survive an edit', async () => {
    const text = '// mine\n{\n  "name": "Ada", // as on the door\n  "title": "Engineer",\n}\n';
    const stage = await start({ ...FILES, 'profile.json': text });
    const admin = await stage.signIn();
    const { profile, problems } = await readToEdit(admin);
    expect(problems).toEqual([]);
    expect((await admin.put('/api/profile', { ...profile, name: 'Bea' })).status).toBe(200);
    expect(stage.fileOf('profile.json').toString()).toBe(text.replace('Ada', 'Bea'));
  });

  test('a post that is not UTF-8 is never rewritten, and others are', async () => {
    const latin1 = Buffer.from('---\ntitle: Caf\xe9\n---\n\nD\xe9j\xe0 vu.\n', 'latin1');
    const stage = await start({ ...FILES, 'posts/cafe.md': latin1 });
    const admin = await stage.signIn();
    const { posts, problems } = await readToEdit(admin);
    const path = 'posts/cafe.md';
    const problem = { path, message: 'The file is not UTF-8 text', line: 2, column: 11 };
    expect(problems).toMatchObject([problem]);

    const edits = { one: { title: 'Uno' }, cafe: { tags: ['new'] } };
    const edited = (ids: readonly (keyof typeof edits)[]) =>
      posts.map((post) => ({ ...post, ...ids.map((id) => post.id === id && edits[id])[0] }));
    const rejection = await admin.put('/api/posts', edited(['cafe']));
    expect(rejection.status).toBe(422);
    expect(await errorOf(rejection)).toMatchObject({ code: 'UnreadableFile', problem });
    expect((await admin.patch('/api/posts/cafe/visibility', { hidden: true })).status).toBe(422);
    expect(stage.count()).toBe(1);

    expect((await admin.put('/api/posts', edited(['one']))).status).toBe(200);
    expect(stage.count()).toBe(2);
    expect(stage.fileOf('posts/one.md').toString()).toContain('title: Uno');
    expect((await admin.delete('/api/posts/cafe')).status).toBe(200);
  });

  test('a profile that is not UTF-8 is never rewritten', async () => {
    const stage = await start(FILES);
    const admin = await stage.signIn();
    const { profile } = await readToEdit(admin);
    await stage.push({ 'profile.json': Buffer.from('{\n  "name": "Zo\xeb"\n}\n', 'latin1') });
    expect((await readToEdit(admin)).profile).toEqual(profile);
    const rejection = await admin.put('/api/profile', profile);
    expect(rejection.status).toBe(422);
    const problem = { path: 'profile.json', message: 'The file is not UTF-8 text', line: 2 };
    expect((await errorOf(rejection)).problem).toMatchObject({ ...problem, column: 14 });
    expect(stage.count()).toBe(2);
  });

  test('a logo is not restored into a site.json that can not be read', async () => {
    const site = '{"title": "A", "logo": {"path": "assets/logo.png", "type": "image/png"}}';
    const stage = await start({ ...FILES, 'site.json': site, 'assets/logo.png': 'a logo' });
    const admin = await stage.signIn();
    await stage.push({ 'site.json': '{"title": "A"' });
    await stage.push({ 'assets/logo.png': 'another' });
    await readToEdit(admin);
    const history = await admin.get('/api/history?path=assets/logo.png');
    const { commits } = (await history.json()) as HistoryResponse;
    const restore = `/api/history/${commits[1]?.sha ?? ''}/restore`;
    expect((await admin.post(restore, { path: 'assets/logo.png' })).status).toBe(422);
    expect(stage.count()).toBe(3);
  });

  test('a link in place of a file is reported, and never replaced by a save', async () => {
    const stage = await start({ ...FILES, 'posts/two.md': '# Two\n\nText\n' });
    const admin = await stage.signIn();
    const { profile } = await readToEdit(admin);
    stage.link('profile.json', 'other.json');
    stage.link('posts/two.md', 'one.md');
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
    expect((await errorOf(rejection)).problem).toMatchObject({ path: 'profile.json', message });
    const twin = { id: 'two', title: 'Two', content: 'Text' };
    expect((await admin.put('/api/posts', [...after.posts, twin])).status).toBe(422);
    const site = { ...after.site, title: 'Better' };
    expect((await admin.put('/api/site', site)).status).toBe(200);
    expect((await readToEdit(admin)).problems).toHaveLength(2);
    expect(stage.fileOf('profile.json').toString()).toBe('other.json');
    expect(stage.fileOf('posts/two.md').toString()).toBe('one.md');
  });

  test('restoring the defaults does not change a link, which is reported', async () => {
    const stage = await start({ ...FILES, 'other.json': '{"name": "Bea"}' });
    const admin = await stage.signIn();
    await readToEdit(admin);
    stage.link('profile.json', 'other.json');
    stage.link('posts/two.md', 'one.md');
    const { problems } = await readToEdit(admin);
    expect(problems).toHaveLength(2);
    const commits = stage.count();
    const response = await admin.post('/api/reset');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ problems });
    const after = await readToEdit(admin);
    expect(after.site.title).not.toBe("Ada's site");
    expect(after.posts).toHaveLength(3);
    expect(after.problems).toEqual(problems);
    expect(stage.count()).toBe(commits + 1);
    expect(stage.fileOf('profile.json').toString()).toBe('other.json');
    expect(stage.fileOf('posts/two.md').toString()).toBe('one.md');
  });

  test('every unreadable or misplaced file is a problem, which visitors never see', async () => {
    const stage = await start({
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
    const admin = await stage.signIn();
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
    await stage.push({ 'posts/new.md': '# New\n' });
    expect((await readToEdit(admin)).problems).toEqual(problems);
    for (const path of ['/api/content', '/api/content?posts=summary']) {
      expect(await (await stage.visitor.get(path)).text()).not.toContain('problems');
    }
    const whole = (await (await admin.get('/api/content')).json()) as ContentResponse;
    expect(whole.problems).toEqual(problems);
    expect((await stage.visitor.get('/api/posts/large')).status).toBe(404);
    expect((await stage.visitor.get('/api/posts/flag')).status).toBe(404);
  });
});

test('a problem at GitHub has the URL of its file', async () => {
  const { signIn } = await startAtGitHub({ ...FILES, 'posts/a b.mdx': '', 'profile.json': '{\n' });
  const { problems = [] } = await readToEdit(await signIn());
  expect(problems.map(({ url }) => url)).toEqual([
    'https://github.com/ada/site/blob/main/profile.json?plain=1#L2',
    'https://github.com/ada/site/blob/main/posts/a%20b.mdx',
  ]);
});

/** The beginning of a zip archive. */
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0'), Buffer.alloc(2000)]);

test('an image that is another binary file is a problem if the store has its bytes', async () => {
  const files = bytesOf({ ...FILES, 'photos/zip.avif': ZIP });
  const { signIn, repository, restart } = await startTestServer({ files });
  const problem = { path: 'photos/zip.avif', message: 'It is not a picture' };
  expect((await readToEdit(await signIn())).problems).toEqual([problem]);
  git(repository, 'gc', '--quiet');
  expect((await readToEdit(await (await restart()).signIn())).problems).toEqual([problem]);
});

test('at GitHub such a file is a problem once it was measured in the background', async () => {
  const { signIn } = await startGitHub({
    files: bytesOf({
      ...FILES,
      'photos/zip.avif': ZIP,
      'photos/dot.gif': DOT,
      'photos/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
    measuredPerHour: 1_000_000,
  });
  const admin = await signIn();
  expect((await readToEdit(admin)).problems).toEqual([]);
  await vi.waitFor(
    async () =>
      expect((await readToEdit(admin)).problems).toMatchObject([
        { path: 'photos/zip.avif', message: 'It is not a picture, or it is damaged' },
      ]),
    { timeout: 30_000, interval: 500 },
  );
});

test('at GitHub many images are checked by one request, and each only once', async () => {
  const images = Array.from({ length: 150 }, (_, i) => {
    const text = `<!DOCTYPE html><p>${i}</p>`.padEnd(1000);
    return [`photos/${i}.png`, i % 2 ? text : Buffer.concat([DOT, Buffer.from(text)])] as const;
  });
  const stage = await startGitHub({
    files: bytesOf({ ...FILES, ...Object.fromEntries(images) }),
  });
  const { github, repository } = stage;
  const admin = await stage.signIn();
  expect((await readToEdit(admin)).problems).toHaveLength(75);
  // One query for the texts and one for the images.
  expect(github.requests.count('graphql/query')).toBe(2);
  expect(github.requests.count('git/get-blob')).toBe(0);

  const mark = github.requests.mark();
  repository.push({ changes: bytesOf({ 'photos/one-more.png': 'None either'.repeat(100) }) });
  expect((await readToEdit(admin)).problems).toHaveLength(76);
  expect([mark.count('graphql/query'), mark.count('git/get-blob')]).toEqual([1, 0]);
  const saved = github.requests.mark();
  expect((await admin.put('/api/site', (await readToEdit(admin)).site)).status).toBe(200);
  expect(saved.count('graphql/query')).toBe(0);
});
