// Needs: history
import type { ImportLinks, ImportPreviewResponse, ImportResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../test/files.ts';
import { changesOf, commitsOf, subjectOf } from '../../../test/git.ts';
import { formOf, IMPORT, PREVIEW } from '../../../test/import-form.ts';
import { undo } from '../../../test/merge-calls.ts';
import { json, savedCommit } from '../../../test/responses.ts';
import { stagePhoto } from '../../../test/stage-photo.ts';
import { startAsAdmin } from '../../../test/start-test-server.ts';

type Files = readonly (readonly [name: string, text: string])[];

const start = async (files: TestFiles = {}) => {
  const server = await startAsAdmin({ files });
  const { admin, show } = server;
  const send = (files: Files, links?: ImportLinks) =>
    admin.request('POST', IMPORT, { body: formOf(files, links && { links }) });
  return {
    ...server,
    send,
    upload: async (...request: Parameters<typeof send>) => json<ImportResponse>(send(...request)),
    preview: async (files: Files) => {
      const response = admin.request('POST', PREVIEW, { body: formOf(files) });
      return (await json<ImportPreviewResponse>(response)).files;
    },
    stage: async (name: string) => (await stagePhoto(admin, name, await samplePhoto(name))).staged,
    detailsOf: (id: string) => JSON.parse(show(`photos/${id}/photo.json`)) as object,
  };
};

const TIDES = [
  '---',
  'title: Tides',
  'tags: [sea]',
  'categories: [outdoors]',
  'draft: true',
  'slug: week-of-tides',
  '---',
  '',
  '![Low *water*](images/tide.gif "At six") and [the boat](boat.md#oars)',
  '![](../static/img/lighthouse.png) <img src="images/tide.gif"> ![](gone.jpg)',
  '',
].join('\n');

test('posts are imported with their photos in one commit, and one undo reverts all of it', async () => {
  const { admin, detailsOf, repository, send, stage, visitor } = await start();
  const response = await send(
    [
      ['tides.md', TIDES],
      ['boat.md', '# The boat\n\n![Again](/img/tide.gif)\n'],
    ],
    {
      photos: [await stage('tide.gif'), await stage('lighthouse.png')],
      links: [
        { file: 0, address: 'images/tide.gif', photo: 0 },
        { file: 0, address: '../static/img/lighthouse.png', photo: 1 },
        { file: 0, address: 'boat.md#oars', to: '/blogs/boat#oars' },
        { file: 1, address: '/img/tide.gif', photo: 0 },
      ],
    },
  );
  const commit = await savedCommit(response);
  const body = await json<ImportResponse>(response);
  expect(body).toMatchObject({ count: 2, errors: [], message: 'Imported 2 posts' });
  expect(subjectOf(repository)).toBe('Import 2 posts with 2 photos');
  const changes = changesOf(repository);
  const [lighthouse = '', tide = ''] = changes.flatMap(
    (line) => /^A photos\/(\w{26})\/(?!photo\.json)/.exec(line)?.[1] ?? [],
  );
  expect(changes).toEqual(
    [
      `photos/${tide}/photo.json`,
      `photos/${tide}/tide.gif`,
      `photos/${lighthouse}/lighthouse.png`,
      `photos/${lighthouse}/photo.json`,
      'posts/boat.md',
      'posts/week-of-tides.md',
    ]
      .map((path) => `A ${path}`)
      .toSorted(),
  );
  expect(body.saved).toMatchObject([
    { id: 'week-of-tides', tags: ['sea', 'outdoors'], hidden: true },
    { id: 'boat', content: `# The boat\n\n![Again](/photos/${tide})` },
  ]);
  expect(body.saved[0]?.content).toBe(
    [
      `![Low *water*](/photos/${tide} "At six") and [the boat](/blogs/boat#oars)`,
      `![](/photos/${lighthouse}) <img src="/photos/${tide}"> ![](gone.jpg)`,
    ].join('\n'),
  );
  // The post with the alt text 'Low *water*' is hidden.
  expect(detailsOf(tide)).toMatchObject({ alt: 'Again' });
  const shown = await visitor.get(`/photos/${tide}?w=160`);
  expect(shown.headers.get('content-type')).toMatch(/^image/);

  await savedCommit(undo(admin, commit));
  expect(changesOf(repository)).toEqual(changes.map((line) => line.replace(/^A/, 'D')));
});

test('repeating an import adds nothing, and a stored photo is not stored twice', async () => {
  const { repository, stage, upload } = await start();
  const importTides = async (more: Files = []) =>
    upload([['tides.md', TIDES], ...more], {
      photos: [await stage('tide.gif')],
      links: [0, 1].map((file) => ({ file, address: 'images/tide.gif', photo: 0 })),
    });
  expect((await importTides()).count).toBe(1);
  const already = [{ id: 'week-of-tides' }];
  expect(await importTides()).toMatchObject({ count: 0, errors: [], already });
  expect(commitsOf(repository)).toHaveLength(2);

  const { saved } = await importTides([['new.md', '# T\n\n![](images/tide.gif)\n']]);
  expect(saved).toMatchObject([{ content: expect.stringMatching(/photos\/\w{26}\)$/) as string }]);
  expect(subjectOf(repository)).toBe('Import 1 post');
});

test('links that lead nowhere are named, but not those to a later part of the import', async () => {
  const { upload } = await start();
  const text =
    '# Tides\n\n[a](boat.md#x) [b](/2019/none/) [c](/blogs/tides) [d](/feed.xml) ![](/photos/gone)\n';
  const links = { photos: [], links: [{ file: 0, address: 'boat.md#x', to: '/blogs/boat#x' }] };
  const { warnings } = await upload([['tides.md', text]], links);
  expect(warnings).toEqual([
    { file: 'Tides', message: 'Not on this site: /2019/none/, /photos/gone' },
  ]);
});

const COVERED = [
  '---',
  'title: Covered',
  'cover:',
  '  image: "Bild ä.gif"',
  '  alt: The [pier]',
  '  caption: At six',
  '---',
  '',
  '{{< figure src="/img/lighthouse.png" caption="The light" >}}',
  '![[tide 2.gif|300]]',
  '',
].join('\r\n');

test('cover images, Hugo figures and Obsidian embeds become Markdown images', async () => {
  const { detailsOf, preview, repository, stage, upload } = await start();
  const files = [['covered.md', COVERED]] as const;
  const links = ['/img/lighthouse.png', 'tide%202.gif'];
  expect(await preview(files)).toMatchObject([{ links, covers: ['Bild ä.gif'], warnings: [] }]);
  const { saved } = await upload(files, {
    photos: [await stage('tide.gif'), await stage('lighthouse.png')],
    links: [
      { file: 0, address: 'Bild ä.gif', photo: 0 },
      { file: 0, address: '/img/lighthouse.png', photo: 1 },
    ],
  });
  const content = saved[0]?.content ?? '';
  const [, tide = '', light = ''] = /photos\/(\w+)[^]*photos\/(\w+)/.exec(content) ?? [];
  expect(content).toBe(
    [
      `![The \\[pier\\]](/photos/${tide} "At six")\r\n`,
      `![The light](/photos/${light} "The light")`,
      '![](tide%202.gif)',
    ].join('\r\n'),
  );
  expect(subjectOf(repository)).toBe('Import 1 post with 2 photos');
  expect(detailsOf(tide)).toMatchObject({ alt: 'The [pier]' });

  const already = [{ file: 'covered.md', message: 'Already imported', id: 'covered' }];
  expect(await preview(files)).toEqual(already);
  expect(await upload(files)).toMatchObject({ count: 0, already });
  const changed = COVERED.replace('The light', 'The lamp');
  expect(await preview([['covered.md', changed]])).toMatchObject([
    { message: 'A post with the id "covered" exists already' },
  ]);
});

test('the photos of a refused post are not imported', async () => {
  const { repository, stage, upload } = await start({
    'posts/week-of-tides.md': '# Here before\n',
  });
  const body = await upload(
    [
      ['tides.md', TIDES],
      ['boat.md', '![](boat.gif)'],
    ],
    {
      photos: [await stage('tide.gif'), await stage('tide.gif')],
      links: [
        { file: 0, address: 'images/tide.gif', photo: 0 },
        { file: 1, address: 'boat.gif', photo: 1 },
      ],
    },
  );
  expect(body).toMatchObject({ count: 1, errors: [{ file: 'tides.md' }] });
  expect(subjectOf(repository)).toBe('Import 1 post with 1 photo');
  const [photo] = changesOf(repository).filter((line) => line.endsWith('tide.gif'));
  expect(body.saved[0]?.content).toBe(`![](/photos/${photo?.split('/')[1]})`);
});

test('malformed links are refused', async () => {
  const { admin, repository } = await start();
  for (const [links, error] of [
    ['{', { code: 'MalformedBody' }],
    [
      { photos: [], links: [{ file: -1, address: 'a' }] },
      { issues: [{ path: 'links.links.0.file' }] },
    ],
    [{ photos: ['x'], links: [] }, { issues: [{ path: 'links.photos.0' }] }],
  ] as const) {
    const body = formOf([['a.md', 'A']], { links });
    const response = await admin.request('POST', IMPORT, { body });
    expect([response.status, await response.json()]).toMatchObject([400, error]);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a preview reports what an import would do with each file, and writes nothing', async () => {
  const same = '---\ntitle: Same\ndate: 2020-01-01\n---\nText\n';
  const { preview, repository } = await start({
    'posts/taken.md': '# Taken\n',
    'posts/same.md': same,
  });
  const files = await preview([
    ['tides.md', TIDES],
    ['2020-05-06-note.md', 'See [[tides]] and {{< figure src="a.jpg" >}}\n'],
    ['broken.md', '---\ntitle: A: b\nx\n---\nText\n'],
    ['taken.md', '# Other\n'],
    ['same.md', same],
    ['empty.md', ''],
    ['notes.txt', 'Text'],
  ]);
  const post = { id: 'week-of-tides', title: 'Tides', tags: ['sea', 'outdoors'], hidden: true };
  const links = ['images/tide.gif', 'boat.md#oars', '../static/img/lighthouse.png', 'gone.jpg'];
  expect(files).toMatchObject([
    { file: 'tides.md', post, links, warnings: [] },
    {
      post: { createdAt: '2020-05-06T00:00:00.000Z', title: 'Note' },
      isDatedByPath: true,
      links: ['a.jpg', '[[tides]]'],
      warnings: [],
    },
    { post: { title: 'A: b', hidden: true }, warnings: { length: 2 } },
    { file: 'taken.md', message: 'A post with the id "taken" exists already' },
    { file: 'same.md', message: 'Already imported', id: 'same' },
    { file: 'empty.md', message: 'The file has no content' },
    { file: 'notes.txt', message: 'Only .md files can be imported' },
  ]);
  expect(commitsOf(repository)).toHaveLength(1);
});
