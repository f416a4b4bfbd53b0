import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeGitStore } from '../contract/describe-git-store.ts';
import { changesFrom, request } from '../contract/requests.ts';
import type { GitStore } from '../git-store.ts';
import { createLocalGitStore } from '../local/local-git-store.ts';
import { AUTHOR, createLocalHarness, openLocalHarness } from '../local/test/local-harness.ts';
import { withBlobsOnDisk } from './blobs.ts';
import { readKnownListing, withListingOnDisk } from './listing.ts';
import { openDiskLog } from './log.ts';

const openLog = (folder: string, subject = 'main') =>
  openDiskLog({ path: join(folder, 'cache.jsonl'), subject, onFailure: () => undefined });

describeGitStore('a store that keeps its listing and files on the disk', async (files) => {
  const harness = await createLocalHarness(files);
  const folder = join(harness.dir, 'cache');
  // Writes that are pending when the test ends fail, because the folder is removed.
  const disk = { folder, maxBytes: 1_000_000, onFailure: () => undefined };
  const wrap = (store: GitStore) =>
    withListingOnDisk(withBlobsOnDisk(store, disk), openLog(folder), undefined);
  return {
    ...harness,
    store: wrap(harness.store),
    openStore: (branch) => wrap(harness.openStore(branch)),
  };
});

/** Opens a repository, and cached stores on it like successive processes. */
const openRepository = async (files: Parameters<typeof openLocalHarness>[0]) => {
  const { dir, push } = await openLocalHarness(files);
  const open = async () => {
    const log = openLog(dir);
    const known = await readKnownListing(log);
    return withListingOnDisk(
      createLocalGitStore({ dir, branch: 'main', author: AUTHOR, known }),
      log,
      known,
    );
  };
  const expectKept = (listing: object) =>
    vi.waitFor(async () => expect(await readKnownListing(openLog(dir))).toEqual(listing));
  return { dir, push, open, expectKept };
};

test('the listing is cached after a save and a push, and not used for another branch', async () => {
  const script = { content: Buffer.from('echo'), mode: '100755' as const };
  const link = { content: Buffer.from('a'), mode: '120000' as const };
  const { dir, push, open, expectKept } = await openRepository({ a: 'a', 'run.sh': script, link });
  const store = await open();
  expect(await store.lastKnown?.()).toBeUndefined();
  const first = await store.head();
  await expectKept({ head: first, tree: await store.list(first), links: ['link'] });
  const saved = await store.commit(request(first, changesFrom({ b: 'b', a: null })));
  await expectKept({ head: saved.head, tree: saved.tree, links: ['link'] });
  await store.commit(request(saved.head, changesFrom({ b: 'b' })));

  const later = await open();
  expect(await later.lastKnown?.()).toMatchObject({ head: saved.head, tree: saved.tree });
  const again = await later.commit(request(saved.head, changesFrom({ b: 'changed' })));
  await expectKept({ head: again.head, tree: again.tree, links: ['link'] });

  const pushed = await push(new Map([['c', 'c']]));
  await later.list(first);
  const tree = await later.list(await later.head());
  await expectKept({ head: pushed, tree, links: ['link'] });
  expect(await readKnownListing(openLog(dir, 'other'))).toBeUndefined();
});

test('a commit of another process in between invalidates the rest of the log', async () => {
  const { dir, open, expectKept } = await openRepository({ a: 'a' });
  const [one, two] = [await open(), await open()];
  const first = await one.head();
  const tree = await one.list(first);
  await expectKept({ head: first, tree, links: [] });
  await two.list(await two.head());
  const theirs = await two.commit(request(first, changesFrom({ b: 'b' })));
  const ours = await one.commit(request(theirs.head, changesFrom({ c: 'c' })));
  await two.commit(request(ours.head, changesFrom({ d: 'd' })));
  await vi.waitFor(async () => {
    const kept = await readKnownListing(openLog(dir));
    expect(kept?.head).not.toBe(first);
    expect(kept?.tree).toEqual(kept && (await one.list(kept.head)));
  });
});

test('a later process opens none of the files in its cached listing', async () => {
  const { dir, push, open, expectKept } = await openRepository({ a: 'text of a', 'b/c': 'text' });
  const store = await open();
  const head = await store.head();
  const tree = await store.list(head);
  await expectKept({ head, tree, links: [] });
  const pushed = await push(new Map([['d', 'pushed']]));
  const objects = join(dir, 'objects');
  for (const { sha } of tree.values()) {
    await rm(join(objects, sha.slice(0, 2), sha.slice(2)));
  }
  onTestFinished(() => rm(objects, { recursive: true, force: true }));
  expect(await readdir(join(objects, 'pack'))).toEqual([]);
  const later = await open();
  // Until the store has answered, only the disk cache is used.
  expect(await later.starts([...tree.values()].map(({ sha }) => sha))).toEqual(new Map());
  expect(await later.list(head)).toEqual(tree);
  const listed = await later.list(pushed);
  expect(listed).toEqual(new Map([...tree, ['d', { ...listed.get('d'), size: 6 }]]));
});
