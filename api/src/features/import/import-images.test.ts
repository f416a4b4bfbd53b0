// Needs: history
import type { ImportLinks, ImportPreviewResponse, ImportResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../test/git.ts';
import { stagePhoto } from '../../../test/stage-photo.ts';
import { startTestServer } from '../../../test/start-test-server.ts';
import type { TestClient } from '../../../test/test-client.ts';

type Files = readonly (readonly [name: string, text: string])[];

const formOf = (files: Files, links?: ImportLinks) => {
  const form = new FormData();
  for (const [name, text] of files) form.append('files', new Blob([text]), name);
  if (links) form.append('links', JSON.stringify(links));
  return form;
};

const upload = async (client: TestClient, files: Files, links?: ImportLinks) => {
  const body = formOf(files, links);
  const response = await client.request('POST', '/api/admin/posts/upload', {
    body,
  });
  return {
    status: response.status,
    body: (await response.json()) as ImportResponse,
    response,
  };
};

const preview = async (client: TestClient, files: Files) => {
  const body = formOf(files);
  const response = await client.request('POST', '/api/admin/posts/import-preview', { body });
  expect(response.status).toBe(200);
  return ((await response.json()) as ImportPreviewResponse).files;
};

const stage = async (client: TestClient, name: string) =>
  (await stagePhoto(client, name, await samplePhoto(name))).staged;

const startAsAdmin = async (files: ReadonlyMap<string, Uint8Array> = new Map()) => {
  const server = await startTestServer({ files });
  return { ...server, admin: await server.signIn() };
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
  const { admin, visitor, repository } = await startAsAdmin();
  const photos = [await stage(admin, 'tide.gif'), await stage(admin, 'lighthouse.png')];
  const { status, body, response } = await upload(
    admin,
    [
      ['tides.md', TIDES],
      ['boat.md', '# The boat\n\n![Again](/img/tide.gif)\n'],
    ],
    {
      photos,
      links: [
        { file: 0, address: 'images/tide.gif', photo: 0 },
        { file: 0, address: '../static/img/lighthouse.png', photo: 1 },
        { file: 0, address: 'boat.md#oars', to: '/blogs/boat#oars' },
        { file: 1, address: '/img/tide.gif', photo: 0 },
      ],
    },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    count: 2,
    errors: [],
    message: 'Imported 2 posts',
  });
  expect(subjectOf(repository)).toBe('Import 2 posts with 2 photos');
  const changes = changesOf(repository);
  const ids = changes.flatMap(
    (line) => /^A photos\/(\w{26})\/(?!photo\.json)/.exec(line)?.[1] ?? [],
  );
  const [lighthouse = '', tide = ''] = ids;
  expect(changes).toEqual(
    [
      `A photos/${tide}/photo.json`,
      `A photos/${tide}/tide.gif`,
      `A photos/${lighthouse}/lighthouse.png`,
      `A photos/${lighthouse}/photo.json`,
      'A posts/boat.md',
      'A posts/week-of-tides.md',
    ].toSorted(),
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
  const details = JSON.parse(git(repository, 'show', `main:photos/${tide}/photo.json`)) as object;
  // The post with the alt text 'Low *water*' is hidden.
  expect(details).toMatchObject({ alt: 'Again' });
  const shown = await visitor.get(`/photos/${tide}?w=160`);
  expect(shown.headers.get('content-type')).toMatch(/^image/);

  const commit = response.headers.get('saved-commit') ?? '';
  const undone = await admin.post(`/api/history/${commit}/undo`, {
    decisions: [],
  });
  expect(undone.status).toBe(200);
  expect(changesOf(repository)).toEqual(changes.map((line) => line.replace(/^A/, 'D')));
});

test('repeating an import adds nothing, and a stored photo is not stored twice', async () => {
  const { admin, repository } = await startAsAdmin();
  const files = [['tides.md', TIDES]] as const;
  const importTides = async (address: string, more: Files = []) =>
    upload(admin, [...files, ...more], {
      photos: [await stage(admin, 'tide.gif')],
      links: [0, 1].map((file) => ({ file, address, photo: 0 })),
    });
  expect((await importTides('images/tide.gif')).body.count).toBe(1);
  const again = await importTides('images/tide.gif');
  expect(again.body).toMatchObject({
    count: 0,
    errors: [],
    already: [{ id: 'week-of-tides' }],
  });
  expect(commitsOf(repository)).toHaveLength(2);

  const other = await importTides('images/tide.gif', [['new.md', '# T\n\n![](images/tide.gif)\n']]);
  expect(other.body.saved).toMatchObject([
    { content: expect.stringMatching(/photos\/\w{26}\)$/) as string },
  ]);
  expect(subjectOf(repository)).toBe('Import 1 post');
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
  const { admin, repository } = await startAsAdmin();
  const name = ['covered.md', COVERED] as const;
  expect(await preview(admin, [name])).toMatchObject([
    {
      links: ['/img/lighthouse.png', 'tide%202.gif'],
      covers: ['Bild ä.gif'],
      warnings: [],
    },
  ]);
  const photos = [await stage(admin, 'tide.gif'), await stage(admin, 'lighthouse.png')];
  const links = [
    { file: 0, address: 'Bild ä.gif', photo: 0 },
    { file: 0, address: '/img/lighthouse.png', photo: 1 },
  ];
  const { body } = await upload(admin, [name], { photos, links });
  const [, tide = '', light = ''] =
    /photos\/(\w+)[^]*photos\/(\w+)/.exec(body.saved[0]?.content ?? '') ?? [];
  expect(body.saved[0]?.content).toBe(
    [
      `![The \\[pier\\]](/photos/${tide} "At six")`,
      '',
      `![The light](/photos/${light} "The light")`,
      '![](tide%202.gif)',
    ].join('\r\n'),
  );
  expect(subjectOf(repository)).toBe('Import 1 post with 2 photos');
  const details = git(repository, 'show', `main:photos/${tide}/photo.json`);
  expect(details).toContain('"alt": "The [pier]"');

  const again = [{ file: 'covered.md', message: 'Already imported', id: 'covered' }];
  expect(await preview(admin, [name])).toEqual(again);
  expect((await upload(admin, [name])).body).toMatchObject({
    count: 0,
    already: again,
  });
  const changed = COVERED.replace('The light', 'The lamp');
  expect(await preview(admin, [['covered.md', changed]])).toMatchObject([
    { message: 'A post with the id "covered" exists already' },
  ]);
});

test('an import responds without texts if requested', async () => {
  const { admin } = await startAsAdmin();
  const body = formOf([['a.md', '# A\n\nText\n']]);
  body.append('posts', 'headings');
  const response = await admin.request('POST', '/api/admin/posts/upload', {
    body,
  });
  const { saved } = (await response.json()) as ImportResponse;
  expect(saved).toMatchObject([{ id: 'a', title: 'A', tags: [], hidden: false }]);
  expect(saved[0]).not.toHaveProperty('contentHtml');
});

test('the photos of a refused post are not imported', async () => {
  const { admin, repository } = await startAsAdmin(
    new Map([['posts/week-of-tides.md', Buffer.from('# Here before\n')]]),
  );
  const photos = [await stage(admin, 'tide.gif'), await stage(admin, 'tide.gif')];
  const { body } = await upload(
    admin,
    [
      ['tides.md', TIDES],
      ['boat.md', '![](boat.gif)'],
    ],
    {
      photos,
      links: [
        { file: 0, address: 'images/tide.gif', photo: 0 },
        { file: 1, address: 'boat.gif', photo: 1 },
      ],
    },
  );
  expect(body).toMatchObject({ count: 1, errors: [{ file: 'tides.md' }] });
  expect(subjectOf(repository)).toBe('Import 1 post with 1 photo');
  const [photo] = changesOf(repository).filter((line) => line.endsWith('tide.gif'));
  const id = photo?.split('/')[1] ?? '';
  expect(body.saved[0]?.content).toBe(`![](/photos/${id})`);
});

test('malformed links are refused', async () => {
  const { admin, repository } = await startAsAdmin();
  const send = async (links: string) => {
    const body = formOf([['a.md', 'A']]);
    body.append('links', links);
    const response = await admin.request('POST', '/api/admin/posts/upload', {
      body,
    });
    return { status: response.status, body: (await response.json()) as object };
  };
  expect(await send('{')).toMatchObject({
    status: 400,
    body: { code: 'MalformedBody' },
  });
  expect(await send('{"photos": [], "links": [{"file": -1, "address": "a"}]}')).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'links.links.0.file' }] },
  });
  expect(await send('{"photos": ["x"], "links": []}')).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'links.photos.0' }] },
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a preview reports what an import would do with each file, and writes nothing', async () => {
  const { admin, repository } = await startAsAdmin(
    new Map([
      ['posts/taken.md', Buffer.from('# Taken\n')],
      ['posts/same.md', Buffer.from('---\ntitle: Same\ndate: 2020-01-01\n---\nText\n')],
    ]),
  );
  const files = await preview(admin, [
    ['tides.md', TIDES],
    ['2020-05-06-note.md', 'See [[tides]] and {{< figure src="a.jpg" >}}\n'],
    ['broken.md', '---\ntitle: A: b\nx\n---\nText\n'],
    ['taken.md', '# Other\n'],
    ['same.md', '---\ntitle: Same\ndate: 2020-01-01\n---\nText\n'],
    ['empty.md', ''],
    ['notes.txt', 'Text'],
  ]);
  expect(files).toMatchObject([
    {
      file: 'tides.md',
      post: {
        id: 'week-of-tides',
        title: 'Tides',
        tags: ['sea', 'outdoors'],
        hidden: true,
      },
      links: ['images/tide.gif', 'boat.md#oars', '../static/img/lighthouse.png', 'gone.jpg'],
      warnings: [],
    },
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

test('wiki links to posts become links, and what is left of other syntax is counted', async () => {
  const { admin } = await startAsAdmin();
  const file = [
    'note.md',
    'See [[tides|the tides]] and [[gone]], {{< a >}} and {{< b >}}.\n',
  ] as const;
  const links = {
    photos: [],
    links: [{ file: 0, address: '[[tides]]', to: '/blogs/tides' }],
  };
  const { body } = await upload(admin, [file], links);
  expect(body.saved[0]?.content).toBe(
    'See [the tides](/blogs/tides) and [[gone]], {{< a >}} and {{< b >}}.',
  );
  expect(body.warnings).toEqual([
    {
      file: 'note.md',
      message: '2 shortcodes are not Markdown and are kept as they are, e.g. “{{< a >}}”',
    },
    {
      file: 'note.md',
      message: '“[[gone]]” is not Markdown and is kept as it is',
    },
  ]);
  const again = await upload(admin, [file], links);
  expect(again.body).toMatchObject({
    count: 0,
    errors: [],
    already: [{ id: 'note' }],
  });
});
