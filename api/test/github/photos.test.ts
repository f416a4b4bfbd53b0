// Needs: feeds
import type { UploadsResponse } from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { githubTestServers } from '../start-github-test-server.ts';
import type { TestClient } from '../test-client.ts';
import { testWebApp } from '../test-web-app.ts';
import { readContent, rename } from './edits.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const MEGABYTE = 1024 * 1024;

/** Creates an image of about a megabyte, whose pixels can't be compressed. */
const photo = (seed: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 600, height: 600 + seed, channels: 3, background: 'white' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();

const withPhotos = async (count: number): Promise<ReadonlyMap<string, Uint8Array>> => {
  const photos = await Promise.all(Array.from({ length: count }, (_, i) => photo(i)));
  return new Map([
    ...(await readDefaultContent()),
    ...photos.map((bytes, i) => [`photos/photo-${i}.png`, bytes] as const),
  ]);
};

const linksOf = async (admin: TestClient): Promise<string[]> => {
  const { uploads } = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
  return uploads.flatMap(({ presignedUrl, key }) =>
    key.startsWith('photos/photo-') && presignedUrl !== undefined ? [presignedUrl] : [],
  );
};

test('a photo is read from GitHub once, for all of its ranges', async () => {
  const { visitor, signIn, github } = await startGitHubTestServer({ files: await withPhotos(1) });
  const [link = ''] = await linksOf(await signIn());
  const mark = github.requests.mark();
  for (const headers of [{ range: 'bytes=0-9' }, { range: 'bytes=10-19' }, {}]) {
    const response = await visitor.get(link, headers);
    expect(response.ok).toBe(true);
    await response.arrayBuffer();
  }
  expect(mark.requests().map(({ operation }) => operation)).toEqual(['git/get-blob']);
});

test('viewing photos leaves the quota for saves, and pages are served when GitHub fails then', async () => {
  const options = { web: await testWebApp(), files: await withPhotos(14) };
  const { visitor, signIn, github } = await startGitHubTestServer(options);
  const admin = await signIn();
  await readContent(admin);
  for (const link of await linksOf(admin)) {
    expect((await (await visitor.get(link)).arrayBuffer()).byteLength).toBeGreaterThan(MEGABYTE);
  }
  const mark = github.requests.mark();
  expect((await rename(admin, 'Bea')).status).toBe(200);
  expect(mark.requests().map(({ operation }) => operation)).toEqual(['graphql/mutation']);
  github.faults.set(networkFailure());
  for (const path of ['/', '/api/content', '/api/content?posts=summary', '/feed.xml']) {
    expect((await visitor.get(path)).status, path).toBe(200);
  }
});

test('visitors cannot use up the quota with photos, and saves still work', async () => {
  const options = { files: await withPhotos(4), store: { binariesPerHour: 2 } };
  const { visitor, signIn, github } = await startGitHubTestServer(options);
  const admin = await signIn();
  const statuses: number[] = [];
  const mark = github.requests.mark();
  for (const link of await linksOf(admin)) statuses.push((await visitor.get(link)).status);
  expect(statuses).toEqual([200, 200, 503, 503]);
  expect(mark.count('git/get-blob')).toBe(2);
  expect((await rename(admin, 'Bea')).status).toBe(200);
});

test('one source cannot use up the limit of all, and cached photos do not count', async () => {
  const options = { files: await withPhotos(3), photosPerSource: 2, trustedProxies: 1 };
  const { visitor, signIn, github } = await startGitHubTestServer(options);
  const links = await linksOf(await signIn());
  const statusesFor = async (source: string) => {
    const statuses: number[] = [];
    for (const link of links) {
      const response = await visitor.get(link, { 'x-forwarded-for': source });
      statuses.push(response.status);
      await response.arrayBuffer();
    }
    return statuses;
  };
  const mark = github.requests.mark();
  expect(await statusesFor('192.0.2.1')).toEqual([200, 200, 503]);
  expect(await statusesFor('2001:db8::1')).toEqual([200, 200, 200]);
  expect(await statusesFor('2001:db8::2')).toEqual([200, 200, 200]);
  expect(mark.count('git/get-blob')).toBe(3);
  expect(mark.count()).toBe(3);
});

test('a photo of a private repository is read once for three widths and formats, and not for a second view', async () => {
  const { visitor, signIn, github } = await startGitHubTestServer({ files: await withPhotos(1) });
  await readContent(await signIn());
  const view = async () => {
    for (const [width, accept] of [
      [160, 'image/avif,image/webp,*/*'],
      [480, 'image/webp,*/*'],
      [320, '*/*'],
    ] as const) {
      const response = await visitor.get(`/photos/photo-0.png?w=${width}`, { accept });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(MEGABYTE);
    }
  };
  const mark = github.requests.mark();
  await view();
  expect(mark.requests().map(({ operation }) => operation)).toEqual(['git/get-blob']);
  await view();
  expect(mark.requests()).toHaveLength(1);
});
