import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeGitStore } from './contract/describe-git-store.ts';
import { changing, request } from './contract/requests.ts';
import { withDiskCache } from './disk-cache.ts';
import { StoreUnavailable } from './errors.ts';
import { blobShaOf } from './git-object-id.ts';
import type { BlobSha, GitStore } from './git-store.ts';
import { createLocalHarness, openLocalHarness } from './local/test/local-harness.ts';

const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

describeGitStore('a store behind a disk cache', async (files) => {
  const harness = await createLocalHarness(files);
  const folder = await temporaryFolder();
  const wrap = (store: GitStore) =>
    // What is still to be written when the test ends fails with the folder.
    withDiskCache(store, {
      folder,
      maxBytes: 1_000_000,
      subject: 'main',
      onFailure: () => undefined,
    });
  return {
    ...harness,
    store: wrap(harness.store),
    openStore: (branch) => wrap(harness.openStore(branch)),
  };
});

const shaOf = (text: string): BlobSha => blobShaOf(Buffer.from(text));

/** A store that can be made to fail, and caches of it as one process after the other opens them. */
const openCached = async (files: Readonly<Record<string, string>> = { a: 'text of a' }) => {
  const { store, push } = await openLocalHarness(files);
  const folder = await temporaryFolder();
  const reads: BlobSha[] = [];
  let isDown = false;
  const check = () => {
    if (isDown) throw new StoreUnavailable('It is down');
  };
  const distant: GitStore = {
    ...store,
    head: async (stale) => {
      check();
      return store.head(stale);
    },
    list: async (commit) => {
      check();
      return store.list(commit);
    },
    read: async (shas) => {
      check();
      reads.push(...shas);
      return store.read(shas);
    },
  };
  const failures: unknown[] = [];
  const open = ({ maxBytes = 1_000_000, subject = 'main' } = {}) =>
    withDiskCache(distant, { folder, maxBytes, subject, onFailure: (e) => failures.push(e) });
  const blobs = async () => {
    const names = await readdir(join(folder, 'blobs'), { recursive: true }).catch(() => []);
    return names.map((name) => name.replace('/', '')).filter((name) => name.length === 40);
  };
  return {
    open,
    push,
    folder,
    reads,
    failures,
    blobs,
    goDown: () => {
      isDown = true;
    },
  };
};

test('what was read once comes from the disk, also in a later process and without the store', async () => {
  const { open, reads, blobs, goDown, folder } = await openCached();
  const store = open();
  const head = await store.head();
  const tree = await store.list(head);
  await store.read([shaOf('text of a')]);
  await vi.waitFor(async () => {
    expect(await blobs()).toEqual([shaOf('text of a')]);
    expect(await readdir(folder)).toContain('listing.json');
  });
  goDown();
  const later = open();
  expect(await later.lastKnown?.()).toMatchObject({ head, tree });
  expect(await later.list(head)).toEqual(tree);
  expect(await later.links(head)).toEqual([]);
  const found = await later.read([shaOf('text of a')]);
  expect(Buffer.from(found.get(shaOf('text of a')) as Uint8Array).toString()).toBe('text of a');
  expect(reads).toHaveLength(1);
  await expect(later.read([shaOf('absent')])).rejects.toThrow('It is down');
  // It would wait for the store before anything is served.
  expect(await later.starts([shaOf('absent')])).toEqual(new Map());
});

test('the branch is known as a save or a push left it, and as of no other branch', async () => {
  const { open, push } = await openCached();
  const store = open();
  const first = await store.head();
  const { head, tree } = await store.commit(request(first, changing({ b: 'b' })));
  await vi.waitFor(async () => expect(await open().lastKnown?.()).toMatchObject({ head, tree }));
  const pushed = await push(new Map([['c', 'c']]));
  await store.list(first);
  await store.list(await store.head());
  await vi.waitFor(async () => expect((await open().lastKnown?.())?.head).toBe(pushed));
  expect(await open({ subject: 'other' }).lastKnown?.()).toBeUndefined();
});

test('a damaged file counts as none', async () => {
  const { open, reads, blobs, folder } = await openCached();
  const sha = shaOf('text of a');
  await open().read([sha]);
  await vi.waitFor(async () => expect(await blobs()).toHaveLength(1));
  await writeFile(join(folder, 'blobs', sha.slice(0, 2), sha.slice(2)), 'text of');
  const found = await open().read([sha]);
  expect(Buffer.from(found.get(sha) as Uint8Array).toString()).toBe('text of a');
  expect(reads).toHaveLength(2);
  await writeFile(join(folder, 'listing.json'), '{"subject":"main","head":');
  expect(await open().lastKnown?.()).toBeUndefined();
});

test('no more is kept than there is room for; what was read last stays', async () => {
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
  // A process with less room makes room at its start.
  open({ maxBytes: 210 });
  await vi.waitFor(async () => expect(await blobs()).toHaveLength(2));
});

test('a disk that takes nothing is reported once, and costs no read', async () => {
  const { open, failures, folder, reads } = await openCached({ a: 'a', b: 'b' });
  await writeFile(join(folder, 'blobs'), 'in the way');
  await mkdir(join(folder, 'listing.json'));
  const store = open();
  await store.list(await store.head());
  for (const text of ['a', 'b']) {
    expect((await store.read([shaOf(text)])).get(shaOf(text))).toEqual(Buffer.from(text));
  }
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(reads).toHaveLength(2);
});
