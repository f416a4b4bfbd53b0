import { expect, test } from 'vitest';
import { StoreUnavailable } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { openLocalHarness } from '../local/test/local-harness.ts';
import { readBlobsThrough, readStartsThrough } from './blobs.ts';
import { createFileCache } from './file-cache.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const shaOf = (text: string): BlobSha => blobShaOf(Buffer.from(text));

const IMAGE = shaOf('an image');

/** Opens a store that can be made to fail, and files of it like successive processes. */
const openCached = async (files: Readonly<Record<string, string>>) => {
  const { store } = await openLocalHarness(files);
  const folder = await testFolder();
  const reads: BlobSha[] = [];
  let isDown = false;
  const ask = (shas: readonly BlobSha[]): void => {
    if (isDown) throw new StoreUnavailable('It is down');
    reads.push(...shas);
  };
  const open = () => {
    const cache = createFileCache({ folder, maxBytes: 1_000_000 });
    const read = readBlobsThrough(cache, async (shas) => {
      ask(shas);
      return store.read(shas);
    });
    const starts = readStartsThrough(cache, cache, async (shas) => {
      ask(shas);
      const result = await store.starts(shas);
      return new Map([...result].map(([sha, start]) => [sha, sha === IMAGE ? 'binary' : start]));
    });
    return { read, starts, idle: cache.idle };
  };
  return { open, reads, goDown: () => (isDown = true) };
};

test('blobs that were read once come from the disk, also in a later process and without the store', async () => {
  const { open, reads, goDown } = await openCached({ a: 'text of a' });
  const first = open();
  await first.read([shaOf('text of a')]);
  await first.idle();
  goDown();
  const later = open();
  const result = await later.read([shaOf('text of a')]);
  expect(Buffer.from(result.get(shaOf('text of a')) as Uint8Array).toString()).toBe('text of a');
  expect(reads).toHaveLength(1);
  await expect(later.read([shaOf('absent')])).rejects.toThrow('It is down');
});

test('the beginning of each file is requested once, also for binary files', async () => {
  const files = { a: 'text of a', image: 'an image', empty: '' };
  const { open, reads, goDown } = await openCached(files);
  const shas = ['text of a', 'an image', ''].map(shaOf);
  const before = open();
  const first = await before.starts(shas);
  await before.idle();
  goDown();
  const later = await open().starts(shas);
  expect(later.get(IMAGE)).toBe('binary');
  for (const [sha, start] of first) {
    if (start instanceof Uint8Array)
      expect(Buffer.from(start).equals(later.get(sha) as Buffer)).toBe(true);
  }
  expect(later.size).toBe(3);
  expect(reads).toHaveLength(3);
});
