import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../errors.ts';
import { blobShaOf } from '../git-object-id.ts';
import type { BlobSha, GitStore } from '../git-store.ts';
import { openLocalHarness } from '../local/test/local-harness.ts';
import { withBlobsOnDisk } from './blobs.ts';

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

const shaOf = (text: string): BlobSha => blobShaOf(Buffer.from(text));

const PICTURE = shaOf('a picture');

/** Opens a store that can be made to fail, and disk caches of it like successive processes. */
const openCached = async (files: Readonly<Record<string, string>> = { a: 'text of a' }) => {
  const { store } = await openLocalHarness(files);
  const folder = await temporaryFolder();
  const reads: BlobSha[] = [];
  let isDown = false;
  const distant: GitStore = {
    ...store,
    starts: async (shas) => {
      if (isDown) throw new StoreUnavailable('It is down');
      reads.push(...shas);
      const found = await store.starts(shas);
      return new Map([...found].map(([sha, start]) => [sha, sha === PICTURE ? 'binary' : start]));
    },
    read: async (shas) => {
      if (isDown) throw new StoreUnavailable('It is down');
      reads.push(...shas);
      return store.read(shas);
    },
  };
  const failures: unknown[] = [];
  const open = ({ maxBytes = 1_000_000 } = {}) =>
    withBlobsOnDisk(distant, { folder, maxBytes, onFailure: (error) => failures.push(error) });
  const blobs = async () => {
    const names = await readdir(join(folder, 'blobs'), { recursive: true }).catch(() => []);
    return names.map((name) => name.replace('/', '')).filter((name) => name.length === 40);
  };
  return {
    open,
    folder,
    reads,
    failures,
    blobs,
    goDown: () => {
      isDown = true;
    },
  };
};

test('blobs that were read once come from the disk, also in a later process and without the store', async () => {
  const { open, reads, blobs, goDown } = await openCached();
  await open().read([shaOf('text of a')]);
  await vi.waitFor(async () => expect(await blobs()).toEqual([shaOf('text of a')]));
  goDown();
  const later = open();
  const found = await later.read([shaOf('text of a')]);
  expect(Buffer.from(found.get(shaOf('text of a')) as Uint8Array).toString()).toBe('text of a');
  expect(reads).toHaveLength(1);
  await expect(later.read([shaOf('absent')])).rejects.toThrow('It is down');
  // Reading a listing here would delay the first response until the store answers.
});

test('a damaged file is read from the store again', async () => {
  const { open, reads, blobs, folder } = await openCached();
  const sha = shaOf('text of a');
  await open().read([sha]);
  await vi.waitFor(async () => expect(await blobs()).toHaveLength(1));
  await writeFile(join(folder, 'blobs', sha.slice(0, 2), sha.slice(2)), 'text of');
  const found = await open().read([sha]);
  expect(Buffer.from(found.get(sha) as Uint8Array).toString()).toBe('text of a');
  expect(reads).toHaveLength(2);
});

test('the cache stays within its limit and evicts the least recently read blobs', async () => {
  const texts = Array.from({ length: 10 }, (_, i) => `${i}`.repeat(100));
  const { open, blobs } = await openCached(Object.fromEntries(texts.map((text) => [text, text])));
  const store = open({ maxBytes: 520 });
  for (const text of texts) {
    await store.read([shaOf(text)]);
    await vi.waitFor(async () => expect(await blobs()).toContain(shaOf(text)));
  }
  await vi.waitFor(async () => {
    expect(new Set(await blobs())).toEqual(new Set(texts.slice(5).map(shaOf)));
  });
  // A process with a smaller limit evicts blobs when it starts.
  open({ maxBytes: 210 });
  await vi.waitFor(async () => expect(await blobs()).toHaveLength(2));
});

test('an unwritable disk is reported once, and reads still succeed', async () => {
  const { open, failures, folder, reads } = await openCached({ a: 'a', b: 'b' });
  await writeFile(join(folder, 'blobs'), 'in the way');
  const store = open();
  for (const text of ['a', 'b']) {
    expect((await store.read([shaOf(text)])).get(shaOf(text))).toEqual(Buffer.from(text));
  }
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(reads).toHaveLength(2);
});

test('the beginning of each file is requested once, also for binary files', async () => {
  const files = { a: 'text of a', picture: 'a picture', empty: '' };
  const { open, reads, folder, goDown } = await openCached(files);
  const asked = ['text of a', 'a picture', ''].map(shaOf);
  const first = await open().starts(asked);
  await vi.waitFor(async () => {
    const names = await readdir(join(folder, 'starts'), { recursive: true });
    expect(names.filter((name) => name.length === 41)).toHaveLength(3);
  });
  goDown();
  const later = await open().starts(asked);
  expect(later.get(PICTURE)).toBe('binary');
  for (const [sha, start] of first) {
    if (start instanceof Uint8Array)
      expect(Buffer.from(start).equals(later.get(sha) as Buffer)).toBe(true);
  }
  expect(later.size).toBe(3);
  expect(reads).toHaveLength(3);
});
