import { samplePhoto } from 'fixtures/sample-files';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { BlobSha } from '../git-store/git-store.ts';
import { measureImage } from './measure-image.ts';
import { createCacheRegistry } from '../cache.ts';
import { openDiskLog } from '../git-store/disk-cache/log.ts';
import { createPhotoFacts } from './photo-facts.ts';
import { testFolder } from '../../../test/test-folder.ts';

const plain = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 4, background } });

test.each([
  ['harbour-with-location.jpg', 640, 480],
  ['lighthouse.png', 480, 480],
  ['tide.gif', 240, 160],
])('%s is measured upright, and as one frame', async (name, width, height) => {
  expect(await measureImage(await samplePhoto(name))).toMatchObject({ width, height });
});

test('the colour is the mean, and an image with transparency has none', async () => {
  const opaque = await plain('#8a6f4d').png().toBuffer();
  expect(await measureImage(opaque)).toEqual({ width: 40, height: 30, colour: '#8a6f4d' });
  const glass = await plain('rgba(255, 0, 0, 0.5)').png().toBuffer();
  expect(await measureImage(glass)).toEqual({ width: 40, height: 30 });
});

test.each([
  ['<svg width="24" height="12px" viewBox="0 0 1 1">', { width: 24, height: 12 }],
  ['<svg viewBox="0 0 300 150.4">', { width: 300, height: 150 }],
  ['<svg width="100%" height="50%" viewBox="0,0,4,3">', { width: 4, height: 3 }],
  ['<svg>', undefined],
])('%s has the size in its attributes', async (svg, size) => {
  expect(await measureImage(Buffer.from(svg))).toEqual(size);
});

test('a file that is damaged or not an image has no size, and is decoded once', async () => {
  const facts = createPhotoFacts({ caches: createCacheRegistry() });
  for (const name of ['not-a-picture.png', 'truncated.jpg']) {
    const blob = name as BlobSha;
    expect(facts.of(blob)).toBeUndefined();
    expect(await facts.measure(blob, await samplePhoto(name)), name).toBeNull();
    expect(facts.of(blob)).toBeNull();
  }
});

test('measured facts are available to the next process', async () => {
  const folder = await testFolder();
  const path = join(folder, 'cache', 'photo-facts.jsonl');
  const open = () =>
    createPhotoFacts({
      caches: createCacheRegistry(),
      log: openDiskLog({ path, source: '1', onFailure: () => undefined }),
    });
  const first = open();
  const result = await first.measure('a' as BlobSha, await samplePhoto('lighthouse.png'));
  expect(first.version()).toBe(1);
  await vi.waitFor(() => readFile(path), { timeout: 10_000 });
  const second = open();
  await second.ready;
  expect(second.of('a' as BlobSha)).toEqual(result);
});
