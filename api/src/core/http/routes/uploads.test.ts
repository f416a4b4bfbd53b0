import { uploadMessages, type UploadResponse, type UploadsResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, onTestFinished, test } from 'vitest';
import { commitsOf } from '../../../../test/git.ts';
import { messageOf } from '../../../../test/github/edits.ts';
import { photoForm } from '../../../../test/photo-form.ts';
import { recordReads } from '../../../../test/record-reads.ts';
import { issuesOf, json, read, statusAndBody } from '../../../../test/responses.ts';
import { passTime } from '../../../../test/set-clock.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { createWorkers } from '../../workers/workers.ts';

const UNSUPPORTED = uploadMessages.type;
const DAMAGED = 'The image is damaged and cannot be read';
const MEGABYTE = 1024 * 1024;

const start = (options: Parameters<typeof startAsAdmin>[0] = {}) =>
  startAsAdmin({ files: {}, ...options });

const upload = (client: TestClient, name: string, bytes: Uint8Array): Promise<Response> =>
  client.request('POST', '/api/uploads', { body: photoForm(name, bytes) });

const uploadSample = async (client: TestClient, name: string, as = name): Promise<UploadResponse> =>
  json(upload(client, as, await samplePhoto(name)));

const listUploads = async (client: TestClient, query = '') =>
  (await read<UploadsResponse>(client, `/api/admin/uploads${query}`)).uploads;

const downloadPhoto = async (client: TestClient, id: string): Promise<Buffer> => {
  const redirect = await client.get(`/photos/${id}`);
  const response = await client.get(redirect.headers.get('location') ?? '');
  return Buffer.from(await response.arrayBuffer());
};

test('a photo is stored without the data after its end', async () => {
  const { admin } = await start();
  const { id } = await uploadSample(admin, 'picture-and-page.gif');
  expect((await downloadPhoto(admin, id)).toString('latin1')).not.toContain('script');
});

test('file names are unique, also among uploads that arrive together', async () => {
  const { admin } = await start();
  const photos = await Promise.all(
    ['tide.gif', 'Tide.gif', 'tide.gif'].map((as) => uploadSample(admin, 'tide.gif', as)),
  );
  const names = photos.map(({ filename }) => filename.toLowerCase()).sort();
  expect(names).toEqual(['tide-2.gif', 'tide-3.gif', 'tide.gif']);
});

test('an upload without a file gets the message of the specification', async () => {
  const { admin, repository } = await start();
  const empty = new FormData();
  empty.set('other', 'text');
  const text = new FormData();
  text.set('file', 'no file but text');
  const unchosen =
    '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n' +
    'Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n';
  const byHand = { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: unchosen };
  for (const request of [{ body: empty }, { body: text }, byHand]) {
    expect(await issuesOf(admin.request('POST', '/api/uploads', request))).toEqual([
      'file: Please choose a file to upload',
    ]);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test.each([
  ['not-a-picture.png', 415, UNSUPPORTED],
  ['polyglot.gif', 400, DAMAGED],
  ['truncated.jpg', 400, DAMAGED],
  ['bomb.png', 400, 'The image has more than 64 megapixels'],
  [
    'hostile.svg',
    400,
    'This SVG contains an event handler (onload); only plain pictures can be uploaded',
  ],
])('%s is refused, also as plain text', async (name, status, message) => {
  const { admin, repository } = await start();
  const body = photoForm(name, await samplePhoto(name));
  const send = (headers = {}) => admin.request('POST', '/api/uploads', { body, headers });
  const code = status === 415 ? 'UnsupportedImage' : 'UnusableImage';
  expect(await statusAndBody(send())).toEqual([status, { code, message }]);
  expect(await (await send({ accept: 'text/plain' })).text()).toBe(message);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('an SVG that takes too long to check is refused without blocking other requests', async () => {
  const workers = createWorkers({ threads: 1, taskMs: 200 });
  onTestFinished(() => workers.close());
  const { admin, visitor, repository } = await start({ workers });
  const path = '<path d="M0 0h1" fill="#fff" stroke="#000" stroke-width="1" opacity="1" id="a"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${path.repeat(99_000)}</svg>`;
  const responded: string[] = [];
  const uploading = upload(admin, 'slow.svg', Buffer.from(svg)).then((response) => {
    responded.push('upload');
    return response;
  });
  await visitor.get('/healthz').then(() => responded.push('health'));
  const response = await uploading;
  expect(responded).toEqual(['health', 'upload']);
  const error = { code: 'UnusableImage', message: 'This SVG is too complex to be checked' };
  expect(await statusAndBody(response)).toEqual([400, error]);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('the largest allowed file is accepted, and several files and incomplete forms are refused', async () => {
  const { admin, repository } = await start();
  const photo = await samplePhoto('lighthouse.png');
  const padding = Buffer.alloc(10 * MEGABYTE - photo.byteLength);
  const full = await upload(admin, 'full.png', Buffer.concat([photo, padding]));
  expect(full.status).toBe(201);

  const several = photoForm('one.gif', await samplePhoto('tide.gif'));
  several.append('file', new Blob([await samplePhoto('tide.gif')]), 'two.gif');
  const head = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const withType = (type: string, body: string) => ({ headers: { 'content-type': type }, body });
  for (const [request, status, error] of [
    [{ body: several }, 413, { message: 'Only one file can be uploaded at a time' }],
    [withType('multipart/form-data', 'x'), 400, {}],
    [
      withType('multipart/form-data; boundary=b', `--b\r\n${head}\r\n\r\nabc`),
      400,
      { code: 'MalformedBody', message: 'The form is cut off or damaged' },
    ],
  ] as const) {
    const sent = admin.request('POST', '/api/uploads', request);
    expect(await statusAndBody(sent)).toMatchObject([status, error]);
  }
  expect(commitsOf(repository)).toHaveLength(2);
});

test('photos are listed newest first, each with a link to its image', async () => {
  const { admin, visitor, repository } = await start();
  const first = await uploadSample(admin, 'tide.gif');
  passTime(1000);
  const second = await uploadSample(admin, 'boat.svg');
  const list = await admin.get('/api/admin/uploads');
  expect(list.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  const { uploads } = await json<UploadsResponse>(list);
  const text = expect.any(String) as string;
  const facts = { width: 240, usedIn: [], created_at: text, presignedUrl: text, version: text };
  expect(uploads).toEqual([
    { ...facts, ...second, height: 180, formats: ['svg'], created_at: new Date().toISOString() },
    { ...facts, ...first, height: 160, formats: ['webp', 'gif'], colour: text },
  ]);
  const shown = await visitor.get(uploads[1]?.presignedUrl ?? '');
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/gif']);
});

test('the length of the list can be limited, and listing photos only reads the tree', async () => {
  const { reads, store } = recordReads();
  const photos = Array.from({ length: 205 }, (_, i) => [`photos/p${i}.png`, `${i}`]);
  const { admin, content } = await start({
    files: Object.fromEntries(photos) as Record<string, string>,
    store,
  });
  await content.reader.current();
  const before = reads.length;
  expect(await listUploads(admin)).toHaveLength(200);
  expect(await listUploads(admin, '?limit=3')).toHaveLength(3);
  expect(await listUploads(admin, '?limit=1000')).toHaveLength(205);
  expect(reads).toHaveLength(before);
  for (const limit of ['0', '-1', '1001', 'x', '', '1.5', '1&limit=2']) {
    const message = 'limit: limit must be a whole number from 1 to 1000';
    expect(await issuesOf(admin.get(`/api/admin/uploads?limit=${limit}`))).toEqual([message]);
  }
});

test('only photos can be deleted', async () => {
  const { admin, repository } = await startAsAdmin();
  for (const id of ['..', '%2e%2e', '..%2fprofile.json', '.git', '%00', 'profile.json', '%E0%A4']) {
    const response = await admin.delete(`/api/admin/uploads/${id}`);
    expect([id, response.status]).toEqual([id, 404]);
    if (id === '.git') expect(await messageOf(response)).toBe('Photo not found');
  }
  expect(commitsOf(repository)).toHaveLength(1);
});
