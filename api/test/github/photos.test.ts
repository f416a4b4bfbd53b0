// Needs: feeds
import type { ContentHeadingsResponse, UploadsResponse } from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { networkFailure } from 'fixtures/github';
import { setupServer } from 'msw/node';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { read } from '../responses.ts';
import { sizedAddress } from '../sized-address.ts';
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

test('visitors cause none of the last requests of an hour, also if others spent the rest', async () => {
  const options = { files: await withPhotos(3), contentMaxAgeSeconds: 0 };
  const { visitor, signIn, github, repository } = await startGitHubTestServer(options);
  const admin = await signIn();
  const links = await linksOf(admin);
  const view = async (link = '') => (await visitor.get(link)).status;
  github.quotas.core.used = 0.7 * github.quotas.core.limit;
  // Its response tells that few are left.
  expect(await view(links[0])).toBe(200);
  const mark = github.requests.mark();
  expect([await view(links[0]), await view(links[1])]).toEqual([200, 503]);
  repository.push({ changes: { 'posts/pushed.md': '# Pushed' } });
  const { posts } = await readContent(visitor);
  expect(mark.count()).toBe(0);
  const edited = await read<ContentHeadingsResponse>(admin, '/api/content?posts=headings');
  expect(edited.posts).toHaveLength(posts.length + 1);
  expect((await rename(admin, 'Bea')).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: github.quotas.core.resetAt });
  onTestFinished(() => void vi.useRealTimers());
  expect(await view(links[1])).toBe(200);
});

test('a photo of a private repository is read once for three widths and formats, and not for a second view', async () => {
  const { visitor, signIn, github } = await startGitHubTestServer({ files: await withPhotos(1) });
  await readContent(await signIn());
  const view = async () => {
    for (const size of ['160.avif', '480.webp', '320.png']) {
      const response = await visitor.get(await sizedAddress(visitor, 'photo-0.png', size));
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
