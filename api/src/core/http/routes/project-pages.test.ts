// Needs: drawing, feeds, history, previews
import type { PostPageResponse, PreviewResponse, Project, Sections } from 'content-schema';
import { SEARCH_INDEX } from 'content-schema/search-index';
import { samplePhoto } from 'fixtures/sample-files';
import MiniSearch from 'minisearch';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { readContent } from '../../../../test/github/edits.ts';
import { undo } from '../../../../test/merge-calls.ts';
import { json, read, savedCommit } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { openWebApp } from '../pages/web-app.ts';

const ORIGIN = 'https://ada.example';
const PATH = '/projects/tide-table';

const project = (name: string, fields: Partial<Project> = {}) => ({
  ...{ name, year: '', description: '', link: '', repository: '', stack: [], photo: '' },
  ...fields,
});
const TIDES = project('Tide table', {
  ...{ year: '2023', role: 'Alone', stack: ['Maps'], link: 'tides.example' },
  ...{ description: 'The *moon* & boats.', photo: '![](/photos/1)' },
});
const PLAIN = project('Plain');
const TEXT = '## Why\n\nSeaweed.';

const start = async (items: object[] = [TIDES, PLAIN], projects: object = {}) => {
  const server = await startAsAdmin({
    files: {
      'site.json': '{"title": "Ada"}',
      'sections.json': `${JSON.stringify({ projects: { items, onLanding: true, ...projects } }, null, 2)}\n`,
      'photos/1/a.png': await samplePhoto('lighthouse.png'),
      'photos/1/photo.json': '{"width": 900, "height": 600, "alt": "A lamp"}',
      'posts/old.md':
        '---\ntitle: Old\ncreatedAt: 2020-01-01\naliases: /projects/old\n---\n\n[a](/projects/gone)\n',
    },
    web: openWebApp(join(import.meta.dirname, '../../../../../web/dist')),
    publicUrl: ORIGIN,
  });
  const sections = (await readContent(server.admin)).sections as Sections;
  const put = (changes: readonly object[], more: object = {}) => {
    const all = sections.projects.items.map((item, index) => ({ ...item, ...changes[index] }));
    const added = changes.slice(all.length);
    const next = { ...sections.projects, items: [...all, ...added], ...more };
    return savedCommit(server.admin.put('/api/sections', { ...sections, projects: next }));
  };
  return { ...server, put, stored: () => server.show('sections.json') };
};

const textAt = async (client: TestClient, path: string) => (await client.get(path)).text();
const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;

/** Everything that programs and visitors read of the public site. */
const PUBLIC = ['/', '/experiences', '/api/content', '/api/content?posts=summary', '/llms.txt'];
const INDEXES = ['/sitemap.xml', '/search-index.json', '/blogs?q=seaweed'];

test('a case study changes only its lines, keeps its address, and is taken back by an undo', async () => {
  const { admin, visitor, put, stored, repository } = await start();
  const before = stored();
  const pages = async () => Promise.all(['/', '/experiences'].map((path) => textAt(visitor, path)));
  const plain = await pages();
  expect(plain.join('')).not.toMatch(/"(?:text|textHtml)":|"id":"(?:"|tide)|pictures_/);
  expect(await statusOf(visitor, PATH)).toBe(404);

  const commit = await put([{ text: TEXT }]);
  expect(subjectOf(repository)).toBe('Update section copy: projects');
  expect(stored()).toBe(
    before.replace(
      '"photo": "![](/photos/1)"',
      `$&,\n        "id": "tide-table",\n        "text": ${JSON.stringify(TEXT)}`,
    ),
  );
  expect(await statusOf(visitor, PATH)).toBe(200);

  const twin = { ...TIDES, text: 'A twin' };
  await put([{ name: 'Low water', id: 'tide-table', text: TEXT }, {}, twin, project('No text')]);
  const { items } = (JSON.parse(stored()) as Sections).projects;
  expect(items.map(({ name, id }) => [name, id])).toEqual([
    ['Low water', 'tide-table'],
    ['Plain', undefined],
    ['Tide table', 'tide-table-2'],
    ['No text', undefined],
  ]);
  expect(items.at(-1)).toEqual(project('No text'));
  expect(await textAt(visitor, PATH)).toContain('<title>Low water – Ada</title>');

  await savedCommit(undo(admin, commitsOf(repository)[0]!));
  await savedCommit(undo(admin, commit));
  expect(stored()).toBe(before);
  expect(await pages()).toEqual(plain);
  expect(git(repository, 'log', '--format=%s', '-1')).toMatch(/^Undo /);
  expect(await read(admin, '/api/history?path=sections.json&part=projects')).toMatchObject({
    commits: expect.arrayContaining([expect.objectContaining({ sha: commit })]) as unknown,
  });
});

test('the page has its text, its facts and its metadata in the HTML, and stands in all lists', async () => {
  const items = [
    { ...TIDES, id: 'tide-table', text: TEXT },
    PLAIN,
    { ...PLAIN, id: 'b', text: 'B' },
  ];
  const { visitor } = await start(items);
  const html = await textAt(visitor, `${PATH}/`);
  const [head = '', body = ''] = html.split('</head>');
  for (const element of [
    '<title>Tide table – Ada</title>',
    `<link rel="canonical" href="${ORIGIN}${PATH}"/>`,
    '<meta name="description" content="The moon &amp; boats. Seaweed."/>',
    '<meta property="og:title" content="Tide table"/>',
    '<meta property="og:image:width" content="1200"/>',
  ]) {
    expect(head).toContain(element);
  }
  expect(body).toMatch(
    /"BreadcrumbList".*"Projects".*"WebPage","name":"Tide table".*"keywords":\["Maps"\]/s,
  );
  expect(body).toMatch(
    /<h1[^>]*>Tide table<.*<img[^>]*alt="A lamp".*2023.*Alone.*Maps.*tides\.example<.*<em>moon.*Seaweed.*href="\/projects\/b".*Next project/s,
  );
  expect(body).not.toMatch(/text\/markdown|Published|More posts/);
  const [, card = ''] = /og:image" content="https:\/\/ada\.example(\/og\/[^"]*)/.exec(head) ?? [];
  const image = await sharp(await (await visitor.get(card)).arrayBuffer()).metadata();
  expect([card.endsWith('/projects/tide-table.png'), image.width, image.height]).toEqual([
    true,
    1200,
    630,
  ]);

  const landing = await textAt(visitor, '/');
  expect(landing).toMatch(/href="\/projects\/tide-table"[^>]*>Tide table<\/a>/);
  expect(landing).not.toContain('Seaweed');
  expect((await textAt(visitor, '/sitemap.xml')).match(/(?<=\/projects\/)[^<]*/g)).toEqual([
    'tide-table',
    'b',
  ]);
  expect(await textAt(visitor, '/llms.txt')).toContain(`(${ORIGIN}${PATH})`);
  const index = MiniSearch.loadJSON(await textAt(visitor, '/search-index.json'), SEARCH_INDEX);
  expect(index.search('seaweed').map(({ id }) => String(id))).toEqual(['page:projects/tide-table']);
  expect(await textAt(visitor, '/blogs?q=seaweed')).toMatch(
    /<h2[^>]*><a [^>]*href="\/projects\/tide-table"/,
  );
  const one = await read<PostPageResponse>(visitor, '/api/posts/page:projects%2Ftide-table');
  expect(one).toMatchObject({
    title: 'Tide table',
    excerpt: 'The moon & boats. Seaweed.',
    project: { year: '2023' },
  });
  expect(one.contentHtml).toContain('Seaweed');
});

test('visitors see no case study of a hidden section, an unknown one is missing, and versions have theirs', async () => {
  const items = [{ ...TIDES, id: 'tide-table', text: TEXT }];
  const { admin, visitor, put, repository } = await start(items);
  expect((await visitor.get('/projects/old')).headers.get('location')).toBe('/blogs/old');
  const { items: tasks } = await read<{ items: { kind: string }[] }>(admin, '/api/admin/checklist');
  expect(tasks.find(({ kind }) => kind === 'dead-links')).toMatchObject({
    posts: [{ paths: ['/projects/gone'] }],
  });
  const [shown = ''] = commitsOf(repository);
  await put([], { visible: false });
  for (const path of [PATH, '/projects/none', '/projects/0']) {
    const page = await visitor.get(path);
    expect(page.status, path).toBe(404);
    const html = await page.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('Project not found');
  }
  for (const path of [...PUBLIC, ...INDEXES]) {
    expect(await textAt(visitor, path), path).not.toMatch(/tide.table|<p>Seaweed/i);
  }
  expect(await statusOf(visitor, '/api/posts/page:projects%2Ftide-table')).toBe(404);
  expect(await statusOf(admin, '/api/posts/page:projects%2Ftide-table?posts=markdown')).toBe(404);

  const body = { of: 'commit', name: shown, hours: 1 };
  const { url } = await json<PreviewResponse>(admin.post('/api/admin/previews', body));
  const link = new URL(url).pathname.replace(/\/$/, '');
  await visitor.get(link);
  const version = await visitor.get(`${link}${PATH}`);
  expect([version.status, await version.text()]).toEqual([200, expect.stringContaining('Seaweed')]);
});
