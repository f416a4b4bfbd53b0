import type {
  ContentResponse,
  DeleteUploadsResponse,
  StagedUploadResponse,
  Upload,
  UploadsResponse,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changesOf, git, subjectsOf } from '../../../../test/git.ts';
import { pushFile } from '../../../../test/open-test-content.ts';
import { photoForm } from '../../../../test/photo-form.ts';
import { stagePhoto } from '../../../../test/stage-photo.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

const plain = (width: number, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#8a6f4d' } });

const start = async (files: ReadonlyMap<string, Uint8Array> = new Map()) => {
  const server = await startTestServer({ files });
  const admin = await server.signIn();
  return {
    ...server,
    admin,
    subjects: () => subjectsOf(server.repository),
    changed: () => changesOf(server.repository).sort(),
    fileAt: (path: string) => git(server.repository, 'show', `main:${path}`),
  };
};

test('photos are sent one by one and become one commit, in the order of the request', async () => {
  const { admin, subjects, changed, fileAt, repository, visitor } = await start();
  const staged: StagedUploadResponse[] = [];
  for (let i = 0; i < 11; i += 1) {
    staged.push(
      await stagePhoto(
        admin,
        'IMG 1.JPG',
        await plain(40 + i)
          .jpeg()
          .toBuffer(),
      ),
    );
  }
  expect(staged[3]).toEqual({
    staged: expect.any(String) as string,
    filename: 'IMG-1.jpg',
    mimetype: 'image/jpeg',
    size: expect.any(Number) as number,
    width: 43,
    height: 30,
    colour: expect.stringMatching(/^#8[0-9a-f]6[0-9a-f]4[0-9a-f]$/) as string,
  });
  expect(subjects()).toEqual(['Begin']);
  const photos = staged.map(({ staged: name }, i) => ({ staged: name, alt: `Photo ${i} ` }));
  const response = await admin.post('/api/admin/uploads', { photos });
  expect(response.status).toBe(201);
  const { uploads } = (await response.json()) as UploadsResponse;
  expect(uploads.map(({ width }) => width)).toEqual(staged.map(({ width }) => width));
  expect(uploads.map(({ filename }) => filename).slice(0, 3)).toEqual([
    'IMG-1.jpg',
    'IMG-1-2.jpg',
    'IMG-1-3.jpg',
  ]);
  expect(subjects()).toEqual(['Upload 11 photos', 'Begin']);
  expect(changed()).toHaveLength(22);
  const [, , , { id, key } = { id: '', key: '' }] = uploads;
  expect(JSON.parse(fileAt(`photos/${id}/photo.json`))).toEqual({
    width: 43,
    height: 30,
    colour: staged[3]?.colour,
    alt: 'Photo 3',
  });
  expect(Number(git(repository, 'cat-file', '-s', `main:${key}`))).toBe(staged[3]?.size);
  const link = (await visitor.get(`/photos/${id}`)).headers.get('location') ?? '';
  expect((await visitor.get(link)).headers.get('content-type')).toBe('image/jpeg');
  git(repository, 'fsck', '--strict');
});

test('a staged photo is stored once, however it is sent again', async () => {
  const { admin, subjects, changed } = await start();
  const staged = await Promise.all(
    [40, 50].map(async (width) =>
      stagePhoto(admin, `${width}.png`, await plain(width).png().toBuffer()),
    ),
  );
  const send = async (...names: string[]) => {
    const photos = names.map((name) => ({ staged: name }));
    const response = await admin.post('/api/admin/uploads', { photos });
    expect(response.status).toBe(201);
    return ((await response.json()) as UploadsResponse).uploads.map(({ id }) => id);
  };
  const [one = '', two = ''] = staged.map(({ staged: name }) => name);
  const [first, second] = await send(one, two);
  expect(await send(two)).toEqual([second]);
  expect(await send(two, one, two)).toEqual([second, first, second]);
  expect(subjects()).toEqual(['Upload 2 photos', 'Begin']);
  expect(changed()).toHaveLength(4);
});

test('a photo that was staged too long ago, or elsewhere, is refused, and none is committed', async () => {
  const { admin, subjects } = await start();
  const { staged } = await stagePhoto(admin, 'a.png', await plain(40).png().toBuffer());
  const rejected = async (names: string[]) => {
    const photos = names.map((name) => ({ staged: name }));
    const response = await admin.post('/api/admin/uploads', { photos });
    expect(response.status).toBe(400);
    return ((await response.json()) as { issues: { path: string }[] }).issues.map(
      ({ path }) => path,
    );
  };
  expect(await rejected([staged, 'nonsense'])).toEqual(['photos.1.staged']);
  const [text = '', signature = ''] = staged.split('.');
  expect(await rejected([`${text}A.${signature}`])).toEqual(['photos.0.staged']);
  expect(await rejected([])).toEqual(['photos']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 49 * 60 * 60 * 1000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const signedIn = await admin.post('/api/auth/login', {
    email: 'ada@example.com',
    password: 'correct horse battery staple',
  });
  expect(signedIn.ok).toBe(true);
  expect(await rejected([staged])).toEqual(['photos.0.staged']);
  expect(subjects()).toEqual(['Begin']);
});

test('the metadata and the name of a photo are changed by one commit, and its URL stays', async () => {
  const { admin, subjects, changed, fileAt, visitor } = await start();
  const { staged } = await stagePhoto(admin, 'dunes.webp', await samplePhoto('dunes.webp'));
  const added = await admin.post('/api/admin/uploads', { photos: [{ staged }] });
  const [{ id, presignedUrl }] = ((await added.json()) as { uploads: [Upload] }).uploads;
  const patch = { alt: ' Dunes ', caption: 'At *noon*', focus: { x: 0.25, y: 1 } };
  const response = await admin.patch(`/api/admin/uploads/${id}`, {
    ...patch,
    filename: 'sea side',
  });
  expect(await response.json()).toMatchObject({
    id,
    ...patch,
    alt: 'Dunes',
    filename: 'sea-side.webp',
    width: 800,
  });
  expect(subjects()[0]).toBe('Update photo "dunes.webp": name, alt text, caption, focal point');
  expect(changed()).toEqual([
    `A photos/${id}/sea-side.webp`,
    `D photos/${id}/dunes.webp`,
    `M photos/${id}/photo.json`,
  ]);
  for (const link of [
    presignedUrl ?? '',
    (await visitor.get(`/photos/${id}`)).headers.get('location') ?? '',
    (await visitor.get('/uploads/sea-side.webp')).headers.get('location') ?? '',
  ]) {
    expect((await visitor.get(link)).status).toBe(200);
  }
  await admin.patch(`/api/admin/uploads/${id}`, { focus: null });
  expect(subjects()[0]).toBe('Update photo "sea-side.webp": focal point');
  expect(JSON.parse(fileAt(`photos/${id}/photo.json`))).toMatchObject({
    alt: 'Dunes',
    focus: null,
  });
  const count = subjects().length;
  expect((await admin.patch(`/api/admin/uploads/${id}`, { alt: 'Dunes' })).status).toBe(200);
  expect(subjects()).toHaveLength(count);
  expect((await admin.patch('/api/admin/uploads/nothing', { alt: 'A' })).status).toBe(404);
  const wrong = await admin.patch(`/api/admin/uploads/${id}`, { focus: { x: 2, y: 0 }, alt: 7 });
  expect(((await wrong.json()) as { issues: unknown[] }).issues).toHaveLength(2);
});

test('the metadata of a photo that was added by hand are stored beside it, and it cannot be renamed', async () => {
  const { admin, changed, outsider, subjects } = await start(
    new Map([['photos/beach.png', await plain(40).png().toBuffer()]]),
  );
  const response = await admin.patch('/api/admin/uploads/beach.png', { alt: 'A beach' });
  expect(await response.json()).toMatchObject({ alt: 'A beach' });
  expect(changed()).toEqual(['A photos/beach.png.json']);
  const renamed = await admin.patch('/api/admin/uploads/beach.png', { filename: 'sea.png' });
  expect(renamed.status).toBe(400);
  await pushFile(outsider, 'photos/beach.png.json', '{ "alt": ');
  await admin.get('/api/content?posts=headings');
  const broken = await admin.patch('/api/admin/uploads/beach.png', { alt: 'Sea' });
  expect([broken.status, await broken.json()]).toMatchObject([422, { code: 'UnreadableFile' }]);
  expect((await admin.delete('/api/admin/uploads/beach.png')).status).toBe(204);
  expect(subjects()[0]).toBe('Delete photo beach.png');
  expect(changed()).toEqual(['D photos/beach.png', 'D photos/beach.png.json']);
});

test('a photo gets its alt text from the first post that has one, in the commit of the post', async () => {
  const png = await plain(40).png().toBuffer();
  const { admin, subjects, changed, fileAt } = await start(
    new Map<string, Uint8Array>([
      ['photos/1/a.png', png],
      ['photos/1/photo.json', Buffer.from('{ "caption": "At noon", "mine": 1 }\n')],
      ['photos/b.png', png],
      ['photos/3/c.png', png],
      ['photos/3/photo.json', Buffer.from('{ "alt": "Known" }\n')],
      ['photos/4/d.png', png],
      ['photos/4/photo.json', Buffer.from('{ "alt": ')],
      ['posts/old.md', Buffer.from('---\ntitle: Old\n---\n\n![Before](/photos/b.png)\n')],
    ]),
  );
  const put = async (id: string, content: string) => {
    const response = await admin.put(`/api/posts/${id}`, {
      title: 'Pier',
      tags: [],
      hidden: false,
      content,
    });
    expect(await response.json()).toMatchObject({ id });
  };
  await put('old', '![Before](/photos/b.png)\n\nMore');
  expect(changed()).toEqual(['M posts/old.md']);
  const images = [
    '![A \\[red\\] pier](/photos/1 "Title")',
    '![Another](/photos/1)',
    '![](/photos/b.png) ![ The sea ](/photos/b.png)',
    '![Now](/photos/3) ![Broken](/photos/4) ![Gone](/photos/5)',
    '`![Code](/photos/3)`',
  ];
  await put('fresh', images.join('\n\n'));
  expect(subjects()[0]).toBe('Create post "Pier"');
  expect(changed()).toEqual(['A photos/b.png.json', 'A posts/fresh.md', 'M photos/1/photo.json']);
  const { alt, ...others } = JSON.parse(fileAt('photos/1/photo.json')) as Record<string, unknown>;
  expect([alt, others]).toEqual(['A [red] pier', { caption: 'At noon', mine: 1 }]);
  expect(JSON.parse(fileAt('photos/b.png.json'))).toEqual({ alt: 'The sea' });
  await put('fresh', '![A new text](/photos/1)');
  expect(changed()).toEqual(['M posts/fresh.md']);
});

test('an alt text in a hidden post is copied to a public photo once the post is public', async () => {
  const png = await plain(40).png().toBuffer();
  const draft = '![Our new ship](/photos/1) ![Its engine](/photos/2) ![Its captain](/photos/3)';
  const { admin, visitor, changed, fileAt } = await start(
    new Map<string, Uint8Array>([
      ...['1', '2', '3'].map((id): [string, Uint8Array] => [`photos/${id}/${id}.png`, png]),
      ['profile.json', Buffer.from('{"name":"Ada","summary":"![](/photos/3)"}')],
      [
        'posts/seen.md',
        Buffer.from('---\ntitle: Seen\n---\n\n![](/uploads/1.png) ![](/photos/1)\n'),
      ],
    ]),
  );
  const altOf = (id: string) =>
    (JSON.parse(fileAt(`photos/${id}/photo.json`)) as { alt?: string }).alt;
  const put = (id: string, hidden: boolean, content = draft) =>
    admin.put(`/api/posts/${id}`, { title: 'Launch', tags: [], hidden, content });
  await put('launch', true);
  expect(changed()).toEqual(['A photos/2/photo.json', 'A posts/launch.md']);
  expect(altOf('2')).toBe('Its engine');
  expect(await (await visitor.get('/api/posts/seen')).text()).not.toContain('ship');
  await put('launch', true, `${draft}\n\nMore`);
  expect(changed()).toEqual(['M posts/launch.md']);
  await admin.patch('/api/posts/launch/visibility', { hidden: false });
  expect(changed()).toEqual([
    'A photos/1/photo.json',
    'A photos/3/photo.json',
    'M posts/launch.md',
  ]);
  expect([altOf('1'), altOf('3')]).toEqual(['Our new ship', 'Its captain']);
});

test('making a post public copies its alt texts to its photos', async () => {
  const png = await plain(40).png().toBuffer();
  const content = '![Our new ship](/photos/1)';
  const { admin, changed } = await start(
    new Map<string, Uint8Array>([
      ['photos/1/1.png', png],
      ['posts/seen.md', Buffer.from('---\ntitle: Seen\n---\n\n![](/photos/1)\n')],
    ]),
  );
  const put = (hidden: boolean) =>
    admin.put('/api/posts/launch', { title: 'Launch', tags: [], hidden, content });
  await put(true);
  expect(changed()).toEqual(['A posts/launch.md']);
  await put(false);
  expect(changed()).toEqual(['A photos/1/photo.json', 'M posts/launch.md']);
});

test('the uses of a photo include all texts of the site', async () => {
  const png = await plain(40).png().toBuffer();
  const experience = {
    ...{ role: 'Engineer', company: 'Acme', year: '2020', location: '', stack: ['Go'] },
    description: 'No picture',
    achievements: ['One', '![](/uploads/b.png)'],
  };
  const { admin } = await start(
    new Map<string, Uint8Array>([
      ['photos/1/a.png', png],
      ['photos/2/b.png', png],
      ['photos/3/c.png', png],
      ['profile.json', Buffer.from('{"name":"Ada","summary":"Hello\\n\\n![](/photos/1)"}')],
      ['experiences.json', Buffer.from(JSON.stringify([experience, experience]))],
      [
        'sections.json',
        Buffer.from(
          JSON.stringify({
            contact: { description: '![](/photos/1)' },
            educations: { visible: true, items: [{ description: '![](/photos/1)' }] },
          }),
        ),
      ],
    ]),
  );
  const { uploads } = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
  expect(Object.fromEntries(uploads.map(({ id, usedIn }) => [id, usedIn]))).toEqual({
    '1': [
      { file: 'profile.json', field: 'summary', title: 'Summary' },
      { file: 'sections.json', field: 'contact.description', title: 'Contact description' },
      {
        file: 'sections.json',
        field: 'educations.items.0.description',
        title: 'Education 1: description',
      },
    ],
    '2': [0, 1].map((index) => ({
      file: 'experiences.json',
      field: `${index}.achievements`,
      title: `Experience ${index + 1}: achievements`,
    })),
    '3': [],
  });
  const renamed = await admin.patch('/api/admin/uploads/2', { filename: 'other' });
  expect([renamed.status, await renamed.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('“Experience 1: achievements”') as string },
  ]);
  const response = await admin.post('/api/admin/uploads/delete', { ids: ['1', '3'] });
  const { deleted } = (await response.json()) as DeleteUploadsResponse;
  expect(deleted.map(({ usedIn }) => usedIn?.length)).toEqual([3, 0]);
});

test('a photo cannot be renamed while a post refers to its file name', async () => {
  const { admin, subjects } = await start(
    new Map([
      ['photos/1/a.png', await plain(40).png().toBuffer()],
      ['posts/pier.md', Buffer.from('---\ntitle: The pier\n---\n\n![](/uploads/a.png)\n')],
    ]),
  );
  const rejected = await admin.patch('/api/admin/uploads/1', { filename: 'b' });
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    {
      message:
        '“The pier” shows the photo as /uploads/a.png, which would no longer work. Change that first',
    },
  ]);
  expect((await admin.patch('/api/admin/uploads/1', { filename: 'a', alt: 'A' })).status).toBe(200);
  expect(subjects()[0]).toBe('Update photo "a.png": alt text');
});

test('several photos are deleted by one commit, and the list shows the posts that use them', async () => {
  const png = await plain(40).png().toBuffer();
  const { admin, subjects, changed } = await start(
    new Map<string, Uint8Array>([
      ['photos/1/a.png', png],
      ['photos/1/photo.json', Buffer.from('{}')],
      ['photos/2/b.png', png],
      ['photos/3/c.png', png],
      ['posts/x.md', Buffer.from('---\ntitle: X\n---\n![A](/photos/1) and ![B](/uploads/b.png)\n')],
      [
        'posts/y.md',
        Buffer.from('---\ntitle: Y\nhidden: true\n---\n<img src="/photos/1?w=320">\n'),
      ],
    ]),
  );
  const list = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
  const usedIn = Object.fromEntries(list.uploads.map(({ id, usedIn: uses }) => [id, uses]));
  const [x, y] = [
    { id: 'x', title: 'X' },
    { id: 'y', title: 'Y' },
  ];
  expect(usedIn).toEqual({ '1': [x, y], '2': [x], '3': [] });
  const response = await admin.post('/api/admin/uploads/delete', { ids: ['1', '3', 'gone'] });
  expect(((await response.json()) as DeleteUploadsResponse).deleted).toEqual([
    { id: '1', filename: 'a.png', usedIn: [x, y] },
    { id: '3', filename: 'c.png', usedIn: [] },
  ]);
  expect(subjects()[0]).toBe('Delete 2 photos');
  expect(changed()).toEqual(['D photos/1/a.png', 'D photos/1/photo.json', 'D photos/3/c.png']);
  expect((await admin.post('/api/admin/uploads/delete', { ids: ['1'] })).status).toBe(404);
});

test('restoring the defaults keeps photos with their metadata', async () => {
  const { admin, content } = await start(
    new Map<string, Uint8Array>([
      ['photos/1/a.png', await plain(40).png().toBuffer()],
      ['photos/1/photo.json', Buffer.from('{"alt":"Mine"}')],
    ]),
  );
  expect((await admin.post('/api/reset')).status).toBe(200);
  expect(content.findPhoto(await content.reader.current(), '1')).toMatchObject({ alt: 'Mine' });
});

test('an original keeps its pixels, and a HEIC photo is refused with advice', async () => {
  const { admin } = await start();
  const large = await plain(3000).jpeg().toBuffer();
  expect((await stagePhoto(admin, 'a.jpg', large)).width).toBe(2560);
  for (const path of ['/api/admin/uploads/staged', '/api/uploads']) {
    const body = photoForm('a.jpg', large);
    body.set('original', 'true');
    expect((await admin.request('POST', path, { body })).status).toBe(201);
  }
  const { uploads } = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
  expect(uploads).toMatchObject([{ width: 3000 }]);
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), large]);
  const response = await admin.request('POST', '/api/uploads', { body: photoForm('a.heic', heic) });
  expect(response.status).toBe(415);
  expect(await response.json()).toEqual({
    code: 'UnsupportedImage',
    message: expect.stringMatching(
      /^Browsers cannot show HEIC photos\. Export it as JPEG/,
    ) as string,
  });
});

test('visitors cannot see the uses of a photo, or change it', async () => {
  const { visitor } = await start();
  for (const [method, path] of [
    ['POST', '/api/admin/uploads/staged'],
    ['POST', '/api/admin/uploads'],
    ['POST', '/api/admin/uploads/delete'],
    ['PATCH', '/api/admin/uploads/1'],
  ] as const) {
    expect((await visitor.request(method, path)).status, path).toBe(401);
  }
  const shown = (await (await visitor.get('/api/content')).json()) as ContentResponse;
  expect(JSON.stringify(shown)).not.toContain('photoNames');
});
