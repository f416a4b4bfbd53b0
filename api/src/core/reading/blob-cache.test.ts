import { expect, test } from 'vitest';
import type { BlobSha } from '../git-store/git-store.ts';
import { createCache, createCacheRegistry } from '../cache.ts';
import { createBlobCache } from './blob-cache.ts';

const sha = (name: string): BlobSha => name as BlobSha;

/** Creates a store in which the id of a blob is its size, and records the requested blobs. */
const countReads = () => {
  const asked: string[] = [];
  const read = (blobs: readonly BlobSha[]) => {
    asked.push(...blobs);
    return Promise.resolve(new Map(blobs.map((blob) => [blob, Buffer.alloc(Number(blob))])));
  };
  const starts = (blobs: readonly BlobSha[]) => {
    asked.push(...blobs.map((blob) => `start of ${blob}`));
    return Promise.resolve(new Map(blobs.map((blob) => [blob, 'binary' as const])));
  };
  return { read, starts, asked };
};

const cacheOf = (maxBytes: number) =>
  createCache<Uint8Array>(createCacheRegistry(), {
    name: 'texts',
    maxBytes,
    sizeOf: ({ byteLength }) => byteLength,
    entryMaxPart: 1 / 4,
  });

test('a blob is read once', async () => {
  const store = countReads();
  const cache = createBlobCache(store, cacheOf(10_000));
  await Promise.all([cache.read([sha('10'), sha('20')]), cache.read([sha('20')])]);
  await cache.read([sha('10'), sha('20')]);
  expect(store.asked).toEqual(['10', '20']);
});

test('the beginning of a cached blob is read without the store', async () => {
  const store = countReads();
  const cache = createBlobCache(store, cacheOf(100_000));
  await cache.read([sha('9000')]);
  expect(await cache.starts([sha('9000'), sha('20')])).toEqual(
    new Map<BlobSha, unknown>([
      [sha('9000'), Buffer.alloc(4096)],
      [sha('20'), 'binary'],
    ]),
  );
  cache.remember(sha('large'), Buffer.alloc(200_000));
  await cache.starts([sha('9000'), sha('large')]);
  expect(store.asked).toEqual(['9000', 'start of 20']);
});
