// Needs: import
import type {
  ContentHeadingsResponse,
  ErrorResponseBody,
  ImportResponse,
  Post,
} from 'content-schema';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkers } from '../src/core/workers/workers.ts';
import { changesOf, commitsOf } from './git.ts';
import { formOf, IMPORT } from './import-form.ts';
import { read } from './responses.ts';
import { startAsAdmin } from './start-test-server.ts';
import { testWebApp } from './test-web-app.ts';

/** 14 KB that produce six million cells. */
const TABLE = `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(3000)}`;
const NESTED = `${'- '.repeat(49)}a\n`.repeat(100);
const FOOTNOTES = `${'[^a]\n\n'.repeat(2900)}[^a]: x`;
/** A valid text that takes seconds to render. */
const SLOW = '- a\n- *b*\n'.repeat(2900);

const TOO_COMPLEX = 'This text is too complex to render: ';

const PUSHED_TABLE = { 'posts/table.md': `---\ntitle: Table\n---\n\n${TABLE}\n` };

const experience = (text: Readonly<Record<string, unknown>>) => {
  return { role: 'R', company: 'C', year: '2020', description: 'D', stack: ['Git'], ...text };
};

test.each([
  [
    '/api/experiences',
    [experience({}), experience({ description: TABLE })],
    { path: '1.description', message: `${TOO_COMPLEX}Experience 2: description` },
  ],
  [
    '/api/experiences',
    [experience({ achievements: ['a', NESTED] })],
    { path: '0.achievements', message: `${TOO_COMPLEX}Experience 1: achievements` },
  ],
  [
    '/api/posts',
    ['fine', FOOTNOTES].map((content) => ({ title: 'A', content })),
    { path: '1.content', message: `${TOO_COMPLEX}Content` },
  ],
])(
  'a text sent to %s that is too complex is refused before it is written: %#',
  async (path, body, issue) => {
    const { admin, repository } = await startAsAdmin({ files: {} });
    const response = await admin.put(path, body);
    expect(response.status).toBe(400);
    const { message } = issue;
    expect(await response.json()).toEqual({ code: 'InvalidInput', message, issues: [issue] });
    expect(commitsOf(repository)).toHaveLength(1);
  },
);

test('an edited post that is too complex is refused, and an unchanged pushed one is not', async () => {
  const plain = '---\ntitle: Plain\n---\n\nText\n';
  const { admin } = await startAsAdmin({ files: { ...PUSHED_TABLE, 'posts/plain.md': plain } });
  const table = { id: 'table', title: 'Table' };
  const renamed = [
    { ...table, title: 'Renamed' },
    { id: 'plain', title: 'Plain' },
  ];
  expect((await admin.put('/api/posts', renamed)).status).toBe(200);
  const edited = await admin.put('/api/posts', [table, { id: 'plain', content: NESTED }]);
  expect(edited.status).toBe(400);
  expect(((await edited.json()) as ErrorResponseBody).issues).toEqual([
    { path: '1.content', message: `${TOO_COMPLEX}Content` },
  ]);
});

test('an imported file that is too complex comes in as it is, with a warning', async () => {
  const { admin, repository } = await startAsAdmin({ files: {} });
  const body = formOf([
    ['good.md', '# Good\n'],
    ['table.md', TABLE],
  ]);
  const response = await admin.request('POST', IMPORT, { body });
  expect(await response.json()).toMatchObject({
    count: 2,
    errors: [],
    warnings: [{ file: 'table.md', message: `${TOO_COMPLEX}Content` }],
  } satisfies Partial<ImportResponse>);
  expect(changesOf(repository)).toEqual(['A posts/good.md', 'A posts/table.md']);
});

test('the source of a pushed text that is too complex is shown, with a problem for the owner', async () => {
  const web = await testWebApp();
  const { admin, visitor, push } = await startAsAdmin({ files: PUSHED_TABLE, web });
  await push({ 'profile.json': JSON.stringify({ name: 'Ada', summary: TABLE }) });
  const page = await visitor.get('/');
  expect(page.status).toBe(200);
  const post = await read<Post>(visitor, '/api/posts/table');
  expect(post.contentHtml.startsWith('<p>|a|a|')).toBe(true);
  const headings = '/api/content?posts=headings';
  const { problems } = await read<ContentHeadingsResponse>(admin, headings);
  const message = `This text is too complex to render, so its source is shown: `;
  expect(problems).toEqual([
    expect.objectContaining({ path: 'profile.json', message: `${message}Summary` }),
    expect.objectContaining({ path: 'posts/table.md', message: `${message}Content` }),
  ]);
});

test('a text that takes too long is refused, and does not block other requests', async () => {
  const workers = createWorkers({ threads: 1, taskMs: 300 });
  onTestFinished(() => workers.close());
  const { visitor, admin } = await startAsAdmin({ workers, files: {} });
  await admin.get('/api/content?posts=summary');
  const responded: string[] = [];
  const put = admin.put('/api/posts', [{ title: 'Slow', content: SLOW }]);
  const rejected = put.then((response) => {
    responded.push('save');
    return response;
  });
  for (let i = 0; i < 5; i += 1) {
    expect((await visitor.get('/healthz')).status).toBe(200);
    responded.push('health');
  }
  const response = await rejected;
  expect(responded).toEqual([...Array.from({ length: 5 }, () => 'health'), 'save']);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: `${TOO_COMPLEX}Content` });
  const next = await admin.put('/api/posts', [{ title: 'Quick', content: '*a*' }]);
  expect(await next.json()).toMatchObject([{ contentHtml: '<p><em>a</em></p>' }]);
});
