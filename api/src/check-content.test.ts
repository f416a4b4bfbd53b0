import type { ContentResponse } from 'content-schema';
import { readDefaultContent, readFirstContent } from 'fixtures/default-content';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../test/git.ts';
import { runProcess } from '../test/start-process.ts';
import { startTestServer } from '../test/start-test-server.ts';
import { testFolder } from '../test/test-folder.ts';

const SCRIPT = join(import.meta.dirname, '..', 'dist', 'check-content.js');
const PHOTOS = join(import.meta.dirname, '..', '..', 'fixtures', 'photos');

/** Runs the built `npm run check-content` in a folder, as npm does. */
const checkContent = (folder: string, environment: Readonly<Record<string, string>> = {}) =>
  runProcess({ INIT_CWD: folder, ...environment }, SCRIPT);

type Files = Readonly<Record<string, string | Uint8Array>>;

const writeFiles = async (folder: string, files: Files) => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
};

/** Clones the repository of a server, with its commits. */
const clone = async (repository: string): Promise<string> => {
  const folder = join(await testFolder(), 'clone');
  git('.', 'clone', '--quiet', repository, folder);
  return folder;
};

test('a clone of the first content has no problems, and ignored files count as little as at git', async () => {
  const files = await readFirstContent('http://localhost:3000');
  const { repository } = await startTestServer({ files });
  const folder = await clone(repository);
  const ignored = {
    '.gitignore': 'scratch.md\n',
    'posts/scratch.md': '---\ndraft: perhaps\n---\n',
  };
  await writeFiles(folder, ignored);
  expect(await checkContent(folder)).toEqual({
    code: 0,
    output: 'No problems in 14 files (posts: 3, photos: 2)\n',
    errors: '',
  });
  await rm(join(folder, '.git'), { recursive: true });
  expect(await checkContent(folder)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^posts\/scratch\.md:2: .+\n$/) as string,
  });
});

test('the problems are those of the dashboard, by file and line', async () => {
  const files = new Map<string, string | Uint8Array>([
    ...(await readDefaultContent()),
    ['profile.json', '{\r\n  "name": "Ada",\r\n  "tagline": [}\r\n'],
    ['sections.json', '\uFEFF{\n  "contact": 3\n}\n'],
    ['posts/broken.md', '\uFEFF---\r\ntitle: A\r\ntags: [a\r\n---\r\n\r\nText\r\n'],
    ['posts/a, b: 100%.md', '---\ntitle: Odd\ncreatedAt: never\n---\nText'],
    ['posts/line\n::add-mask::x.md', '---\ntitle: "\u001b[2J\ndraft: perhaps\n---\n'],
    ['posts/latin.md', Buffer.from('---\ntitle: Caf\xe9\n---\n', 'latin1')],
    ['posts/later.md', '---\nexpiryDate: soon\n---\nText'],
    ['posts/far.md', '![](https://example.com/a.png)'],
    ['posts/one.md', '---\naliases: [/same]\n---\n'],
    ['posts/two.md', '---\naliases: [/same]\n---\n'],
    ['posts/sub/lost.md', 'Text'],
    ['photos/empty.png', ''],
    ['photos/page.png', '<!doctype html>'],
  ]);
  const bytes = new Map([...files].map(([path, content]) => [path, Buffer.from(content)]));
  const { repository, signIn } = await startTestServer({ files: bytes });
  const admin = await signIn();
  const { problems = [] } = (await (await admin.get('/api/content')).json()) as ContentResponse;
  const lines = problems.map(({ path, line = 1, message }) =>
    `${path}:${line}: ${message}`.replace(/\p{Cc}+/gu, ' '),
  );

  const folder = await clone(repository);
  const plain = await checkContent(folder);
  expect(plain).toMatchObject({ code: 1, errors: '' });
  const printed = plain.output.trimEnd().split('\n');
  expect(printed.toSorted()).toEqual(lines.toSorted());
  expect(printed).toContainEqual(
    expect.stringMatching(/^posts\/later.md:2: .*so the post is hidden/),
  );
  expect(printed).toContain('profile.json:3: The file is not valid JSON: value expected');
  expect(printed.map((line) => line.replace(/:\d+: .*/, ''))).toEqual(
    problems.map(({ path }) => path.replace('\n', ' ')).toSorted(),
  );

  const { output } = await checkContent(folder, { GITHUB_ACTIONS: 'true' });
  const annotations = output.split('\n').filter((line) => line.startsWith('::'));
  expect(annotations).toHaveLength(lines.length);
  expect(annotations.every((line) => line.startsWith('::error file='))).toBe(true);
  expect(annotations).toContainEqual(
    expect.stringMatching(/^::error file=posts\/a%2C b%3A 100%25\.md,line=3::\S/),
  );
  expect(annotations).toContainEqual(
    expect.stringMatching(/^::error file=posts\/line%0A%3A%3Aadd-mask%3A%3Ax\.md,line=\d::\S/),
  );
});

test('working files count, with links and damaged photos', async () => {
  const folder = await testFolder();
  git(folder, 'init', '--quiet');
  await writeFiles(folder, {
    'site.json': '{}',
    'posts/deleted.md': '---\ndraft: perhaps\n---\n',
    'photos/truncated.jpg': await readFile(join(PHOTOS, 'truncated.jpg')),
  });
  git(folder, 'add', '.');
  await rm(join(folder, 'posts/deleted.md'));
  await symlink('/etc/passwd', join(folder, 'posts/linked.md'));
  expect((await checkContent(folder)).output.split('\n')).toEqual([
    'photos/truncated.jpg:1: It is not a picture, or it is damaged',
    'posts/linked.md:1: It is a symbolic link or a submodule, which is not followed',
    '',
  ]);
});

test('a folder without content is an error', async () => {
  const folder = await testFolder();
  await writeFiles(folder, { 'README.md': 'Hello' });
  expect(await checkContent(folder)).toEqual({
    code: 1,
    output: '',
    errors: `${folder} is no content repository: it has no site.json, no posts/*.md etc.\n`,
  });
  expect(await checkContent(join(folder, 'absent'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining('no such file or directory') as string,
  });
});
