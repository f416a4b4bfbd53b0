import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import type { BlobSha } from '../git-store/git-store.ts';
import { createCacheRegistry } from '../cache.ts';
import { createImageCache } from './image-cache.ts';
import { createSizedImages, type SizedImage } from './sized-images.ts';

const open = () => createSizedImages({ cache: createImageCache(createCacheRegistry()) });

const plain = (width: number) =>
  sharp({ create: { width, height: width, channels: 3, background: '#8a6f4d' } })
    .png()
    .toBuffer();

const ANYONE = { source: 'a' };

const image = (name: string): SizedImage => {
  return { blob: name as BlobSha, width: 160, type: 'image/webp' };
};

test('concurrent requests for an image read and resize it once', async () => {
  const images = open();
  let reads = 0;
  const read = () => {
    reads += 1;
    return plain(300);
  };
  const flights = Array.from({ length: 12 }, () => images.read(image('a'), read, ANYONE));
  const [first, ...others] = await Promise.all(flights);
  expect(others.every((bytes) => bytes === first)).toBe(true);
  expect(await images.read(image('a'), read, ANYONE)).toBe(first);
  expect(reads).toBe(1);
});

test('an image that cannot be resized is not tried again', async () => {
  const images = open();
  const broken = Buffer.from('no picture');
  const read = vi.fn(() => Promise.resolve(broken));
  for (let i = 0; i < 3; i += 1) {
    expect(await images.read(image('a'), read, ANYONE)).toBeUndefined();
  }
  expect(read).toHaveBeenCalledTimes(1);
});

test('an image whose original cannot be read is tried again', async () => {
  const images = open();
  const unreadable = () => Promise.reject(new Error('No'));
  await expect(images.read(image('a'), unreadable, ANYONE)).rejects.toThrow('No');
  expect(await images.read(image('a'), () => plain(300), ANYONE)).toBeInstanceOf(Uint8Array);
});

test('concurrency is limited, and requests over the limit of their source are refused', async () => {
  const images = open();
  let running = 0;
  let most = 0;
  const read = async () => {
    running += 1;
    most = Math.max(most, running);
    const bytes = await plain(1);
    running -= 1;
    return bytes;
  };
  const ask = (source: string, i: number) => images.read(image(`${source}${i}`), read, { source });
  const many = Array.from({ length: 110 }, (_, i) => ask('a', i));
  const others = Array.from({ length: 10 }, (_, i) => ask('b', i));
  const outcomes = await Promise.allSettled(many);
  const rejected = outcomes.filter(({ status }) => status === 'rejected');
  expect(rejected).toHaveLength(8);
  expect(rejected[0]).toMatchObject({ reason: { code: 'PicturesBusy' } });
  await Promise.all(others);
  expect(most).toBe(2);
});
