import type {
  DeleteUploadsResponse,
  StagedUploadResponse,
  Upload,
  UploadsResponse,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { changesOf, git, subjectsOf } from '../../../../test/git.ts';
import { photoForm } from '../../../../test/photo-form.ts';
import { issuesOf, json, read, savedCommit, statusAndBody } from '../../../../test/responses.ts';
import { passTime } from '../../../../test/set-clock.ts';
import { stagePhoto } from '../../../../test/stage-photo.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const plain = (width: number, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#8a6f4d' } });

const PNG = await plain(40).png().toBuffer();

const post = (title: string, content: string) => `---\ntitle: ${title}\n---\n\n${content}\n`;

const start = async (files: TestFiles = {}) => {
  const server = await startAsAdmin({ files });
  const { admin, repository, show } = server;
  return {
    ...server,
    subjects: () => subjectsOf(repository),
    changed: () => changesOf(repository).sort(),
    detailsOf: (path: string) => JSON.parse(show(path)) as Record<string, unknown>,
    list: async () => (await read<UploadsResponse>(admin, '/api/admin/uploads')).uploads,
    stage: async (bytes: Uint8Array, name = 'a.png') =>
      (await stagePhoto(admin, name, bytes)).staged,
    /** Commits staged photos. */
    send: (...names: string[]) =>
      admin.post('/api/admin/uploads', { photos: names.map((staged) => ({ staged })) }),
    edit: (id: string, fields: object) => admin.patch(`/api/admin/uploads/${id}`, fields),
    put: (id: string, content: string, hidden = false) =>
      savedCommit(admin.put(`/api/posts/${id}`, { title: 'Pier', tags: [], hidden, content })),
  };
};

test('photos are sent one by one and become one commit, in the order of the request', async () => {
  const { admin, subjects, changed, detailsOf, repository, visitor } = await start();
  const staged: StagedUploadResponse[] = [];
  for (let i = 0; i < 11; i += 1) {
    const bytes = await plain(40 + i)
      .jpeg()
      .toBuffer();
    staged.push(await stagePhoto(admin, 'IMG 1.JPG', bytes));
  }
  expect(staged[3]).toEqual({
    filename: 'IMG-1.jpg',
    mimetype: 'image/jpeg',
    width: 43,
    height: 30,
    staged: expect.any(String) as string,
    size: expect.any(Number) as number,
    colour: expect.stringMatching(/^#8[0-9a-f]6[0-9a-f]4[0-9a-f]$/) as string,
  });
  expect(subjects()).toEqual(['Begin']);
  const photos = staged.map(({ staged: name }, i) => ({ staged: name, alt: `Photo ${i} ` }));
  const response = await admin.post('/api/admin/uploads', { photos });
  expect(response.status).toBe(201);
  const { uploads } = await json<UploadsResponse>(response);
  expect(uploads.map(({ width }) => width)).toEqual(staged.map(({ width }) => width));
  const names = uploads.map(({ filename }) => filename);
  expect(names.slice(0, 3)).toEqual(['IMG-1.jpg', 'IMG-1-2.jpg', 'IMG-1-3.jpg']);
  expect(subjects()).toEqual(['Upload 11 photos', 'Begin']);
  expect(changed()).toHaveLength(22);
  const { id, key } = uploads[3]!;
  expect(detailsOf(`photos/${id}/photo.json`)).toEqual({
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
  const { stage, send, subjects, changed } = await start();
  const one = await stage(PNG);
  const two = await stage(await plain(50).png().toBuffer());
  const idsOf = async (...names: string[]) =>
    (await json<UploadsResponse>(send(...names))).uploads.map(({ id }) => id);
  const [first, second] = await idsOf(one, two);
  expect(await idsOf(two)).toEqual([second]);
  expect(await idsOf(two, one, two)).toEqual([second, first, second]);
  expect(subjects()).toEqual(['Upload 2 photos', 'Begin']);
  expect(changed()).toHaveLength(4);
});

test('a photo that was staged too long ago, or elsewhere, is refused, and none is committed', async () => {
  const { signIn, stage, send, subjects } = await start();
  const staged = await stage(PNG);
  const [text = '', signature = ''] = staged.split('.');
  for (const [path, ...names] of [
    ['photos.1.staged', staged, 'nonsense'],
    ['photos.0.staged', `${text}A.${signature}`],
    ['photos'],
  ] as const) {
    expect(await issuesOf(send(...names))).toEqual([expect.stringContaining(`${path}: `)]);
  }
  passTime(49 * 60 * 60 * 1000);
  const later = (await signIn()).post('/api/admin/uploads', { photos: [{ staged }] });
  expect(await issuesOf(later)).toEqual([expect.stringContaining('photos.0.staged: ')]);
  expect(subjects()).toEqual(['Begin']);
});

test('the metadata and the name of a photo are changed by one commit, and its URL stays', async () => {
  const { edit, stage, send, subjects, changed, detailsOf, visitor } = await start();
  const staged = await stage(await samplePhoto('dunes.webp'), 'dunes.webp');
  const { uploads } = await json<{ uploads: [Upload] }>(send(staged));
  const [{ id, presignedUrl = '' }] = uploads;
  const patch = { alt: ' Dunes ', caption: 'At *noon*', focus: { x: 0.25, y: 1 } };
  const filename = 'sea-side.webp';
  expect(await json(edit(id, { ...patch, filename: 'sea side' }))).toMatchObject({
    id,
    ...patch,
    alt: 'Dunes',
    filename,
    width: 800,
  });
  expect(subjects()[0]).toBe('Update photo "dunes.webp": name, alt text, caption, focal point');
  expect(changed()).toEqual([
    `A photos/${id}/${filename}`,
    `D photos/${id}/dunes.webp`,
    `M photos/${id}/photo.json`,
  ]);
  const linkOf = async (path: string) => (await visitor.get(path)).headers.get('location') ?? '';
  for (const link of [
    presignedUrl,
    await linkOf(`/photos/${id}`),
    await linkOf(`/uploads/${filename}`),
  ]) {
    expect((await visitor.get(link)).status).toBe(200);
  }
  await edit(id, { focus: null });
  expect(subjects()[0]).toBe(`Update photo "${filename}": focal point`);
  expect(detailsOf(`photos/${id}/photo.json`)).toMatchObject({ alt: 'Dunes', focus: null });
  const count = subjects().length;
  expect((await edit(id, { alt: 'Dunes' })).status).toBe(200);
  expect(subjects()).toHaveLength(count);
  expect((await edit('nothing', { alt: 'A' })).status).toBe(404);
  expect(await issuesOf(edit(id, { focus: { x: 2, y: 0 }, alt: 7 }))).toHaveLength(2);
});

test('the metadata of a photo that was added by hand are stored beside it, and it cannot be renamed', async () => {
  const { admin, edit, changed, push, subjects } = await start({ 'photos/beach.png': PNG });
  expect(await json(edit('beach.png', { alt: 'A beach' }))).toMatchObject({ alt: 'A beach' });
  expect(changed()).toEqual(['A photos/beach.png.json']);
  expect((await edit('beach.png', { filename: 'sea.png' })).status).toBe(400);
  await push({ 'photos/beach.png.json': '{ "alt": ' });
  const broken = edit('beach.png', { alt: 'Sea' });
  expect(await statusAndBody(broken)).toMatchObject([422, { code: 'UnreadableFile' }]);
  expect((await admin.delete('/api/admin/uploads/beach.png')).status).toBe(204);
  expect(subjects()[0]).toBe('Delete photo beach.png');
  expect(changed()).toEqual(['D photos/beach.png', 'D photos/beach.png.json']);
});

test('a photo gets its alt text from the first post that has one, in the commit of the post', async () => {
  const { put, subjects, changed, detailsOf } = await start({
    'photos/1/a.png': PNG,
    'photos/1/photo.json': '{ "caption": "At noon", "mine": 1 }\n',
    'photos/b.png': PNG,
    'photos/3/c.png': PNG,
    'photos/3/photo.json': '{ "alt": "Known" }\n',
    'photos/4/d.png': PNG,
    'photos/4/photo.json': '{ "alt": ',
    'posts/old.md': post('Old', '![Before](/photos/b.png)'),
  });
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
  const alt = 'A [red] pier';
  expect(detailsOf('photos/1/photo.json')).toEqual({ alt, caption: 'At noon', mine: 1 });
  expect(detailsOf('photos/b.png.json')).toEqual({ alt: 'The sea' });
  await put('fresh', '![A new text](/photos/1)');
  expect(changed()).toEqual(['M posts/fresh.md']);
});

test('an alt text in a hidden post is copied to a public photo once the post is public', async () => {
  const { admin, put, visitor, changed, detailsOf } = await start({
    'photos/1/1.png': PNG,
    'photos/2/2.png': PNG,
    'photos/3/3.png': PNG,
    'profile.json': '{"name":"Ada","summary":"![](/photos/3)"}',
    'posts/seen.md': post('Seen', '![](/uploads/1.png) ![](/photos/1)'),
  });
  const draft = '![Our new ship](/photos/1) ![Its engine](/photos/2) ![Its captain](/photos/3)';
  const altOf = (id: string) => detailsOf(`photos/${id}/photo.json`)['alt'];
  await put('launch', draft, true);
  expect(changed()).toEqual(['A photos/2/photo.json', 'A posts/launch.md']);
  expect(altOf('2')).toBe('Its engine');
  expect(await (await visitor.get('/api/posts/seen')).text()).not.toContain('ship');
  await put('launch', `${draft}\n\nMore`, true);
  expect(changed()).toEqual(['M posts/launch.md']);
  await admin.patch('/api/posts/launch/visibility', { hidden: false });
  const copied = ['A photos/1/photo.json', 'A photos/3/photo.json'];
  expect(changed()).toEqual([...copied, 'M posts/launch.md']);
  expect([altOf('1'), altOf('3')]).toEqual(['Our new ship', 'Its captain']);
});

test('the uses of a photo include all texts of the site', async () => {
  const experience = {
    ...{ role: 'Engineer', company: 'Acme', year: '2020', location: '', stack: ['Go'] },
    description: 'No picture',
    achievements: ['One', '![](/uploads/b.png)'],
  };
  const sections = {
    contact: { description: '![](/photos/1)' },
    educations: { visible: true, items: [{ description: '![](/photos/1)' }] },
  };
  const { admin, edit, list } = await start({
    'photos/1/a.png': PNG,
    'photos/2/b.png': PNG,
    'photos/3/c.png': PNG,
    'profile.json': '{"name":"Ada","summary":"Hello\\n\\n![](/photos/1)"}',
    'experiences.json': JSON.stringify([experience, experience]),
    'sections.json': JSON.stringify(sections),
  });
  const [file, field] = ['sections.json', 'educations.items.0.description'];
  expect(Object.fromEntries((await list()).map(({ id, usedIn }) => [id, usedIn]))).toEqual({
    '1': [
      { file: 'profile.json', field: 'summary', title: 'Summary' },
      { file, field: 'contact.description', title: 'Contact description' },
      { file, field, title: 'Education 1: description' },
    ],
    '2': [0, 1].map((index) => ({
      file: 'experiences.json',
      field: `${index}.achievements`,
      title: `Experience ${index + 1}: achievements`,
    })),
    '3': [],
  });
  const shown =
    '“Experience 1: achievements” shows the photo as /uploads/b.png, which would no longer';
  expect(await issuesOf(edit('2', { filename: 'other' }))).toEqual([
    expect.stringContaining(`${shown} work. Change that first`),
  ]);
  const deletion = admin.post('/api/admin/uploads/delete', { ids: ['1', '3'] });
  const { deleted } = await json<DeleteUploadsResponse>(deletion);
  expect(deleted.map(({ usedIn }) => usedIn?.length)).toEqual([3, 0]);
});

test('several photos are deleted by one commit, and the list shows the posts that use them', async () => {
  const { admin, list, subjects, changed } = await start({
    'photos/1/a.png': PNG,
    'photos/1/photo.json': '{}',
    'photos/2/b.png': PNG,
    'photos/3/c.png': PNG,
    'posts/x.md': post('X', '![A](/photos/1) and ![B](/uploads/b.png)'),
    'posts/y.md': post('Y\nhidden: true', '<img src="/photos/1?w=320">'),
  });
  const [x, y] = ['x', 'y'].map((id) => ({ id, title: id.toUpperCase() }));
  expect(Object.fromEntries((await list()).map(({ id, usedIn }) => [id, usedIn]))).toEqual({
    '1': [x, y],
    '2': [x],
    '3': [],
  });
  const remove = (...ids: string[]) => admin.post('/api/admin/uploads/delete', { ids });
  expect((await json<DeleteUploadsResponse>(remove('1', '3', 'gone'))).deleted).toEqual([
    { id: '1', filename: 'a.png', usedIn: [x, y] },
    { id: '3', filename: 'c.png', usedIn: [] },
  ]);
  expect(subjects()[0]).toBe('Delete 2 photos');
  expect(changed()).toEqual(['D photos/1/a.png', 'D photos/1/photo.json', 'D photos/3/c.png']);
  expect((await remove('1')).status).toBe(404);
});

test('an original keeps its pixels', async () => {
  const { admin, list } = await start();
  const large = await plain(3000).jpeg().toBuffer();
  expect((await stagePhoto(admin, 'a.jpg', large)).width).toBe(2560);
  for (const path of ['/api/admin/uploads/staged', '/api/uploads']) {
    const body = photoForm('a.jpg', large);
    body.set('original', 'true');
    expect((await admin.request('POST', path, { body })).status).toBe(201);
  }
  expect(await list()).toMatchObject([{ width: 3000 }]);
});
