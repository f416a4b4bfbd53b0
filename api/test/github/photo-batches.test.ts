import type { UploadsResponse } from 'content-schema';
import { badGateway } from 'fixtures/github';
import { setupServer } from 'msw/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { photoForm } from '../photo-form.ts';
import { stagePhoto } from '../stage-photo.ts';
import { githubTestServers } from '../start-github-test-server.ts';
import { readContent } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const photo = (width: number) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#8a6f4d' } })
    .jpeg()
    .toBuffer();

test('11 photos are one commit at GitHub: one request per photo and four more', async () => {
  const { visitor, signIn, github, repository, restart } = await startGitHubTestServer();
  const admin = await signIn();
  await readContent(admin);
  await admin.get('/api/admin/uploads');
  const before = repository.commits().length;
  const mark = github.requests.mark();
  const photos: { staged: string }[] = [];
  for (let i = 0; i < 11; i += 1) {
    if (i === 5) github.faults.next(badGateway(), { on: 'git/create-blob' });
    const { staged } = await stagePhoto(admin, `p${i}.jpg`, await photo(40 + i));
    photos.push({ staged });
  }
  expect(repository.commits()).toHaveLength(before);
  const headers = { 'idempotency-key': 'eleven-photos' };
  const saved = await admin.post('/api/admin/uploads', { photos }, headers);
  expect(saved.status).toBe(201);
  const { uploads } = (await saved.json()) as UploadsResponse;
  expect(mark.requests().map(({ operation }) => operation)).toEqual([
    ...Array.from({ length: 12 }, () => 'git/create-blob'),
    // Each instance reads once whether the key is already in the history.
    ...['repos/list-commits', 'graphql/query'],
    ...['git/create-tree', 'git/create-commit', 'git/update-ref'],
  ]);
  expect(repository.commits()).toHaveLength(before + 1);
  expect(uploads.map(({ width }) => width)).toEqual(photos.map((_, i) => 40 + i));

  // No read follows the save, and another instance recognises a repeated one.
  const [{ id } = { id: '' }] = uploads;
  const after = github.requests.mark();
  const link = (await visitor.get(`/photos/${id}`)).headers.get('location') ?? '';
  expect((await visitor.get(link)).status).toBe(200);
  expect(after.requests()).toEqual([]);
  const other = await (await restart()).signIn();
  const again = await other.post('/api/admin/uploads', { photos }, headers);
  const idsOf = (response: UploadsResponse) => response.uploads.map((upload) => upload.id);
  expect(idsOf((await again.json()) as UploadsResponse)).toEqual(idsOf({ uploads }));
  expect(repository.commits()).toHaveLength(before + 1);
});

test('one photo takes one request, and so does a change of its metadata', async () => {
  const { signIn, github, repository } = await startGitHubTestServer();
  const admin = await signIn();
  await readContent(admin);
  const before = repository.commits().length;
  const mark = github.requests.mark();
  const body = photoForm('a.jpg', await photo(40));
  const response = await admin.request('POST', '/api/uploads', { body });
  const { id } = (await response.json()) as { id: string };
  expect((await admin.patch(`/api/admin/uploads/${id}`, { alt: 'Sea' })).status).toBe(200);
  const operations = mark.requests().map(({ operation }) => operation);
  expect(operations).toEqual(['graphql/mutation', 'graphql/mutation']);
  expect((await admin.patch(`/api/admin/uploads/${id}`, { filename: 'sea' })).status).toBe(200);
  expect(repository.commits()).toHaveLength(before + 3);
  expect([...repository.files().keys()].filter((path) => path.includes(id))).toEqual([
    `photos/${id}/photo.json`,
    `photos/${id}/sea.jpg`,
  ]);
  expect((await admin.post('/api/admin/uploads/delete', { ids: [id] })).status).toBe(200);
  expect([...repository.files().keys()].filter((path) => path.includes(id))).toEqual([]);
});
