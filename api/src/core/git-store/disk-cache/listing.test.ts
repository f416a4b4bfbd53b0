import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { blobShaOf, toCommitSha } from '../git-object-id.ts';
import type { StoredListing } from '../git-store.ts';
import { openListingCache } from './listing.ts';
import { openDiskLog } from './log.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const listing = (
  commit: number,
  files: Readonly<Record<string, string>>,
  links: readonly string[] = [],
): StoredListing => ({
  head: toCommitSha(commit.toString(16).padStart(40, '0')),
  tree: new Map(
    Object.entries(files).map(([path, text]) => {
      const file = { sha: blobShaOf(Buffer.from(text)), size: text.length };
      return [path, { ...file, ...(path.endsWith('.sh') && { executable: true as const }) }];
    }),
  ),
  links,
});

const FIRST = listing(1, { a: 'a', 'run.sh': 'echo' }, ['link']);
const SECOND = listing(2, { b: 'b', 'run.sh': 'echo' }, ['link']);
const THIRD = listing(3, { b: 'changed', 'run.sh': 'echo', c: '' }, ['link']);

/** Opens caches of one branch like successive processes. */
const openFolder = async () => {
  const folder = await testFolder();
  const path = join(folder, 'listing.jsonl');
  const open = (source = 'main') =>
    openListingCache(openDiskLog({ path, source, onFailure: () => undefined }));
  const expectStored = (listings: readonly StoredListing[]) =>
    vi.waitFor(async () => expect((await open()).stored).toEqual(listings));
  return { open, expectStored };
};

test('a later process knows the last listings, newest first, and adds to them', async () => {
  const { open, expectStored } = await openFolder();
  const cache = await open();
  expect(cache.stored).toEqual([]);
  for (const next of [FIRST, FIRST, SECOND]) cache.add(next);
  await expectStored([SECOND, FIRST]);
  (await open()).add(THIRD);
  await expectStored([THIRD, SECOND, FIRST]);
  expect((await open('other')).stored).toEqual([]);
  const moved = { ...THIRD, head: FIRST.head, links: ['other-link'] };
  (await open()).add(moved);
  await expectStored([moved]);
});

test('processes that write at the same time leave listings that were there', async () => {
  const { open, expectStored } = await openFolder();
  const one = await open();
  one.add(FIRST);
  await expectStored([FIRST]);
  const two = await open();
  two.add(SECOND);
  await expectStored([SECOND, FIRST]);
  one.add(SECOND);
  one.add(THIRD);
  await expectStored([THIRD, SECOND, FIRST]);
});
