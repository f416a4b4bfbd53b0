import type { UploadResponse, UploadsResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commitsOf, git } from '../../../../test/git.ts';
import { photoForm } from '../../../../test/photo-form.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { createWorkers } from '../../workers/workers.ts';

const UNSUPPORTED = 'Only PNG, JPEG, WebP, GIF, AVIF and SVG images can be uploaded';
const MEGABYTE = 1024 * 1024;

const upload = (client: TestClient, name: string, bytes: Uint8Array): Promise<Response> =>
  client.request('POST', '/api/uploads', { body: photoForm(name, bytes) });

const uploadSample = async (
  client: TestClient,
  name: string,
  as = name,
): Promise<UploadResponse> => {
  const response = await upload(client, as, await samplePhoto(name));
  return (await response.json()) as UploadResponse;
};

const listUploads = async (client: TestClient, query = ''): Promise<UploadsResponse['uploads']> => {
  const response = await client.get(`/api/admin/uploads${query}`);
  return ((await response.json()) as UploadsResponse).uploads;
};

const downloadPhoto = async (client: TestClient, id: string): Promise<Buffer> => {
  const redirect = await client.get(`/photos/${id}`);
  const response = await client.get(redirect.headers.get('location') ?? '');
  return Buffer.from(await response.arrayBuffer());
};

test('an upload is one commit that adds the photo', async () => {
  const { signIn, repository } = await startTestServer({ files: new Map() });
  const admin = await signIn();
  const response = await upload(admin, 'lighthouse.png', await samplePhoto('lighthouse.png'));
  expect(response.status).toBe(201);
  const photo = (await response.json()) as UploadResponse;
  expect(photo).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{26}$/) as string,
    key: `photos/${photo.id}/lighthouse.png`,
    filename: 'lighthouse.png',
    mimetype: 'image/png',
    size: Number(git(repository, 'cat-file', '-s', `main:${photo.key}`)),
  });
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(git(repository, 'log', '-1', '--format=%s')).toBe('Upload photo lighthouse.png\n');
  expect(git(repository, 'diff', '--name-status', 'main~', 'main')).toBe(
    `A\t${photo.key}\nA\tphotos/${photo.id}/photo.json\n`,
  );
  expect(commitsOf(repository)).toHaveLength(2);
  git(repository, 'fsck', '--strict');
});

test('a stored photo is upright, without location and camera data', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const { id, mimetype } = await uploadSample(admin, 'harbour-with-location.jpg');
  const stored = await downloadPhoto(admin, id);
  const { exif, xmp, orientation, width, height } = await sharp(stored).metadata();
  expect({ mimetype, exif, xmp, orientation, width, height }).toEqual({
    mimetype: 'image/jpeg',
    width: 640,
    height: 480,
  });
});

test('the type of a photo is that of its content, whatever its name', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  expect(await uploadSample(admin, 'dunes.webp', 'dunes.png')).toMatchObject({
    filename: 'dunes.webp',
    mimetype: 'image/webp',
  });
  expect(await uploadSample(admin, 'boat.svg', 'boat.html')).toMatchObject({
    filename: 'boat.svg',
    mimetype: 'image/svg+xml',
  });
});

test('names cannot escape the folder of photos', async () => {
  const { signIn, repository } = await startTestServer({ files: new Map() });
  const admin = await signIn();
  const names = ['../../profile.json', '.git', 'a/../../b.png', 'C:\\x\\y.png', '\u202egnp.exe'];
  for (const name of names) {
    const { id, key, filename } = await uploadSample(admin, 'tide.gif', name);
    expect(key, name).toBe(`photos/${id}/${filename}`);
    expect(filename, name).toMatch(/^[a-z]+\.gif$/);
  }
  const paths = git(repository, 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  expect(
    paths.filter((path) => !/^photos\/[0-9A-Z]{26}\/([a-z]+\.gif|photo\.json)$/.test(path)),
  ).toEqual([]);
});

test('file names are unique, also among uploads that arrive together', async () => {
  const { signIn } = await startTestServer({ files: new Map() });
  const admin = await signIn();
  const photos = await Promise.all(
    ['tide.gif', 'Tide.gif', 'tide.gif'].map((as) => uploadSample(admin, 'tide.gif', as)),
  );
  const names = photos.map(({ filename }) => filename.toLowerCase()).sort();
  expect(names).toEqual(['tide-2.gif', 'tide-3.gif', 'tide.gif']);
});

test('an upload without a file gets the message of the specification', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const message = 'Please choose a file to upload';
  const empty = new FormData();
  empty.set('other', 'text');
  const text = new FormData();
  text.set('file', 'no file but text');
  const unchosen =
    '--b\r\nContent-Disposition: form-data; name="file"; filename=""\r\n' +
    'Content-Type: application/octet-stream\r\n\r\n\r\n--b--\r\n';
  const byHand = { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: unchosen };
  for (const request of [{ body: empty }, { body: text }, byHand]) {
    const response = await admin.request('POST', '/api/uploads', request);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'InvalidInput',
      message,
      issues: [{ path: 'file', message }],
    });
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test.each([
  ['not-a-picture.png', 415, UNSUPPORTED],
  ['polyglot.gif', 400, 'The image is damaged and cannot be read'],
  ['truncated.jpg', 400, 'The image is damaged and cannot be read'],
  ['bomb.png', 400, 'The image has more than 64 megapixels'],
  [
    'hostile.svg',
    400,
    'This SVG contains an event handler (onload); only plain pictures can be uploaded',
  ],
])('%s is refused', async (name, status, message) => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const response = await upload(admin, name, await samplePhoto(name));
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({
    code: status === 415 ? 'UnsupportedImage' : 'UnusableImage',
    message,
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('data after the end of an image is not stored', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const { id } = await uploadSample(admin, 'picture-and-page.gif');
  expect((await downloadPhoto(admin, id)).toString('latin1')).not.toContain('script');
});

test('an SVG that takes too long to check is refused without blocking other requests', async () => {
  const workers = createWorkers({ threads: 1, taskMs: 200 });
  onTestFinished(() => workers.close());
  const { signIn, visitor, repository } = await startTestServer({ workers });
  const admin = await signIn();
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
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'UnusableImage',
    message: 'This SVG is too complex to be checked',
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('the largest allowed file is accepted', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const photo = await samplePhoto('lighthouse.png');
  const padding = Buffer.alloc(10 * MEGABYTE - photo.byteLength);
  const response = await upload(admin, 'full.png', Buffer.concat([photo, padding]));
  expect(response.status).toBe(201);
});

test('several files are refused', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const body = photoForm('one.gif', await samplePhoto('tide.gif'));
  body.append('file', new Blob([await samplePhoto('tide.gif')]), 'two.gif');
  const response = await admin.request('POST', '/api/uploads', { body });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({
    code: 'BodyTooLarge',
    message: 'Only one file can be uploaded at a time',
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('incomplete forms are refused', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const send = (contentType: string, body: string) =>
    admin.request('POST', '/api/uploads', { headers: { 'content-type': contentType }, body });
  const unbounded = await send('multipart/form-data', 'x');
  expect(unbounded.status).toBe(400);
  const head = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const broken = await send('multipart/form-data; boundary=b', `--b\r\n${head}\r\n\r\nabc`);
  expect(broken.status).toBe(400);
  expect(await broken.json()).toEqual({
    code: 'MalformedBody',
    message: 'The form is cut off or damaged',
  });
});

test('the photo screens get the message as plain text', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const response = await admin.request('POST', '/api/uploads', {
    headers: { accept: 'text/plain' },
    body: photoForm('a.png', await samplePhoto('not-a-picture.png')),
  });
  expect(await response.text()).toBe(UNSUPPORTED);
});

test('photos are listed newest first, each with a link to its image', async () => {
  const { signIn, visitor, repository } = await startTestServer({ files: new Map() });
  const admin = await signIn();
  const first = await uploadSample(admin, 'tide.gif');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const second = await uploadSample(admin, 'boat.svg');
  const list = await admin.get('/api/admin/uploads');
  expect(list.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  const { uploads } = (await list.json()) as UploadsResponse;
  expect(uploads).toEqual([
    {
      ...second,
      ...{ width: 240, height: 180, usedIn: [] },
      created_at: new Date().toISOString(),
      presignedUrl: expect.any(String) as string,
    },
    {
      ...first,
      ...{ width: 240, height: 160, colour: expect.any(String) as string, usedIn: [] },
      created_at: expect.any(String) as string,
      presignedUrl: expect.any(String) as string,
    },
  ]);
  const shown = await visitor.get(uploads[1]?.presignedUrl ?? '');
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/gif');
});

test('listing photos only reads the tree', async () => {
  const reads: string[] = [];
  const { signIn, content } = await startTestServer({
    store: (local) => ({
      ...local,
      read: (blobs) => {
        reads.push(...blobs);
        return local.read(blobs);
      },
    }),
  });
  const admin = await signIn();
  await content.reader.current();
  const before = reads.length;
  expect(await listUploads(admin)).toHaveLength(2);
  expect(reads).toHaveLength(before);
});

test('the length of the list can be limited', async () => {
  const files = new Map(
    Array.from({ length: 205 }, (_, i) => [`photos/p${i}.png`, Buffer.from(`${i}`)]),
  );
  const { signIn } = await startTestServer({ files });
  const admin = await signIn();
  expect(await listUploads(admin)).toHaveLength(200);
  expect(await listUploads(admin, '?limit=3')).toHaveLength(3);
  expect(await listUploads(admin, '?limit=1000')).toHaveLength(205);
});

test.each(['0', '-1', '1001', 'x', '', '1.5', '1&limit=2'])(
  'limit=%s is refused',
  async (limit) => {
    const { signIn } = await startTestServer();
    const response = await (await signIn()).get(`/api/admin/uploads?limit=${limit}`);
    const message = 'limit must be a whole number from 1 to 1000';
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message, issues: [{ path: 'limit', message }] });
  },
);

test('deleting a photo is one commit', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const { id, key } = await uploadSample(admin, 'tide.gif');
  const response = await admin.delete(`/api/admin/uploads/${id}`);
  expect(response.status).toBe(204);
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(git(repository, 'log', '-1', '--format=%s')).toBe('Delete photo tide.gif\n');
  expect(git(repository, 'diff', '--name-status', 'main~', 'main')).toBe(
    `D\tphotos/${id}/photo.json\nD\t${key}\n`,
  );
  expect((await listUploads(admin)).map((photo) => photo.id)).not.toContain(id);
  const again = await admin.delete(`/api/admin/uploads/${id}`);
  expect(again.status).toBe(404);
  expect(await again.json()).toEqual({ code: 'EntityNotFound', message: 'Photo not found' });
  git(repository, 'fsck', '--strict');
});

test('only photos can be deleted', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  for (const id of ['..', '%2e%2e', '..%2fprofile.json', '.git', '%00', 'profile.json', '%E0%A4']) {
    expect((await admin.delete(`/api/admin/uploads/${id}`)).status, id).toBe(404);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});
