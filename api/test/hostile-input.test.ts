// Needs: feeds, import
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalRepository } from '../src/core/git-store/local/repository.ts';
import { filesOf, type TestFiles } from './files.ts';
import { git } from './git.ts';
import { formOf, IMPORT, PREVIEW } from './import-form.ts';
import { photoForm } from './photo-form.ts';
import { readToEdit } from './read-to-edit.ts';
import { ADMINISTRATOR, signInTo, startProcess } from './start-process.ts';
import type { TestClient } from './test-client.ts';
import { testFolder } from './test-folder.ts';

/**
 * A parser that recurses until the stack is full can end the process: V8 aborts if it has to
 * compile a regular expression then. It compiles each on first use, so these texts are sent to a
 * new process, which has parsed nothing like them yet.
 */

const nested = (depth: number, open: string, close = ''): string =>
  open.repeat(depth) + close.repeat(depth);

const YAML = [
  `---\ntitle: ${nested(8000, '[', ']')}\n---\n\nText\n`,
  `---\ntitle: ${nested(3000, '{a: ', '}')}\n---\n\nText\n`,
  `---\ntitle: A\nb:\n  ${nested(8000, '- ')}c\n---\n\nText\n`,
  `---\ntitle: A\n${Array.from({ length: 1800 }, (_, index) => `k${index}: 1`).join('\n')}\n---\n\nText\n`,
];
const TOML = [
  `+++\ntitle = ${nested(8000, '[', ']')}\n+++\n\nText\n`,
  `+++\n${nested(8000, 'a.')}a = 1\n+++\n\nText\n`,
];
const MARKDOWN = [
  nested(30_000, '[', ']'),
  nested(60_000, '![', '](a)'),
  nested(150_000, '> '),
  nested(150_000, '- '),
  nested(100_000, '*a '),
  nested(60_000, '<div>'),
  `${nested(400, '[', '](a)')}\n\n${nested(300, '*a **b ', '***')}`,
];
const JSON_TEXTS = [
  nested(300_000, '[', ']'),
  `{"name":"A","x":${nested(30_000, '{"a":[', ']}')}}`,
];
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${nested(60_000, '<g>', '</g>')}</svg>`;

const startNew = async (texts?: TestFiles) => {
  const DATA_DIR = join(await testFolder(), 'data');
  const dir = join(DATA_DIR, 'content.git');
  const author = { name: 'Ada', email: 'ada@example.com' };
  if (texts) {
    const files = filesOf(texts);
    await createLocalRepository({ dir, branch: 'main', author, files, message: 'Begin\n' });
  }
  const server = await startProcess({ ...ADMINISTRATOR, DATA_DIR });
  return { admin: await signInTo(server), repository: dir };
};

/** Sends JSON as text, since `JSON.stringify` can't write it. */
const putJson = (admin: TestClient, path: string, body: string) =>
  admin.request('PUT', path, { body, headers: { 'content-type': 'application/json' } });

test.each([
  ['YAML', YAML],
  ['TOML', TOML],
  ['Markdown', MARKDOWN],
])('nested %s does not end the process when it is imported or saved', async (_, texts) => {
  const { admin } = await startNew();
  const files = texts.map((text, index) => [`file-${index}.md`, text] as const);
  const send = async (path: string) =>
    (await admin.request('POST', path, { body: formOf(files) })).status;
  expect(await send(PREVIEW)).toBe(200);
  for (const content of texts) {
    expect((await admin.put('/api/posts', [{ title: 'A', content }])).status).toBe(200);
  }
  expect(await send(IMPORT)).toBe(200);
  expect((await admin.get('/api/content')).status).toBe(200);
});

test('nested JSON and SVG do not end the process when they are saved', async () => {
  const { admin } = await startNew();
  for (const path of ['/api/profile', '/api/sections', '/api/experiences', '/api/posts/a']) {
    for (const text of JSON_TEXTS) expect((await putJson(admin, path, text)).status).toBe(400);
  }
  const body = photoForm('a.svg', Buffer.from(SVG));
  expect((await admin.request('POST', '/api/uploads', { body })).status).toBe(400);
  expect((await admin.get('/api/content')).status).toBe(200);
});

test('pushed files that are nested too deeply are hidden, named and never rewritten', async () => {
  const photo = 'photos/01JWT6444RQM8SZKMERQ1BVHWF';
  const [list = '', object = ''] = JSON_TEXTS;
  const { admin, repository } = await startNew({
    ...Object.fromEntries([...YAML, ...TOML].map((text, i) => [`posts/head-${i}.md`, text])),
    ...Object.fromEntries(MARKDOWN.map((text, i) => [`posts/text-${i}.md`, text])),
    ...{ 'profile.json': object, 'sections.json': list },
    ...{ [`${photo}/a.svg`]: SVG, [`${photo}/photo.json`]: list },
  });
  for (const path of ['/api/content', `/${photo}?w=160`, '/feed.xml', '/search-index.json']) {
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  }
  const { posts, problems = [] } = await readToEdit(admin);
  const unread = posts.filter(({ id }) => id.startsWith('head-'));
  expect(unread.map(({ hidden }) => hidden)).toEqual([...YAML, ...TOML].map(() => true));
  expect(problems.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      ...unread.map(({ id }) => `posts/${id}.md`),
      ...['profile.json', 'sections.json', `${photo}/photo.json`],
    ]),
  );
  for (const { id } of unread) {
    const edited = { id, title: 'Edited', content: 'Text' };
    expect((await admin.put(`/api/posts/${id}`, edited)).status).toBeGreaterThanOrEqual(400);
  }
  const profile = { name: 'Bea', email: 'bea@example.com' };
  expect((await admin.put('/api/profile', profile)).status).toBeGreaterThanOrEqual(400);
  expect(git(repository, 'rev-list', '--count', 'main').trim()).toBe('1');
});
