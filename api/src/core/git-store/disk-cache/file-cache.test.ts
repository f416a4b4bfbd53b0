import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFileCache } from './file-cache.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const CHECKSUM_BYTES = 32;
/** What a cache counts for an entry besides its value. */
const ENTRY_BYTES = 300;

const openFolder = async () => {
  const parent = await testFolder();
  const folder = join(parent, 'files');
  const failures: unknown[] = [];
  const open = async (maxBytes = 1_000_000) => {
    const cache = createFileCache({ folder, maxBytes, onFailure: (error) => failures.push(error) });
    await cache.idle();
    return cache;
  };
  const names = async () => {
    const paths = await readdir(folder, { recursive: true });
    return paths.filter((path) => path.includes('/')).map((path) => path.replace('/', ''));
  };
  return { folder, failures, open, names };
};

type Cache = Awaited<ReturnType<Awaited<ReturnType<typeof openFolder>>['open']>>;

const write = async (cache: Cache, name: string, text = name.repeat(10)): Promise<void> => {
  cache.write(name, Buffer.from(text));
  await cache.idle();
};

const textOf = async (cache: Cache, name: string): Promise<string | undefined> => {
  const bytes = await cache.read(name);
  return bytes && Buffer.from(bytes).toString();
};

test('a later process reads a file, and knows its size without reading it', async () => {
  const { open } = await openFolder();
  await write(await open(), 'name.txt', 'text');
  await write(await open(), 'empty', '');
  const later = await open();
  expect(await textOf(later, 'name.txt')).toBe('text');
  expect(await textOf(later, 'empty')).toBe('');
  expect(await textOf(later, 'absent')).toBeUndefined();
  expect(later.has('name.txt', 4)).toBe(true);
  expect(later.has('name.txt', 5) || later.has('absent', 4)).toBe(false);
});

test.each([
  { name: 'cut off', damage: (bytes: Buffer) => bytes.subarray(0, -1) },
  { name: 'empty', damage: () => Buffer.alloc(0) },
  { name: 'changed in a letter', damage: (bytes: Buffer) => bytes.fill('s', bytes.length - 1) },
])('a file that is $name is absent, and can be written again', async ({ damage }) => {
  const { folder, open } = await openFolder();
  await write(await open(), 'name', 'the text');
  const path = join(folder, 'na', 'me');
  await writeFile(path, damage(await readFile(path)));
  const later = await open();
  expect(await textOf(later, 'name')).toBeUndefined();
  await write(later, 'name', 'the text');
  expect(await textOf(later, 'name')).toBe('the text');
});

test('the least recently used files are evicted, also by a later process with a smaller limit', async () => {
  const { open, names } = await openFolder();
  const size = ENTRY_BYTES + CHECKSUM_BYTES + 30;
  const cache = await open(3 * size);
  for (const name of ['one', 'two', 'six']) await write(cache, name);
  cache.touch('one');
  await write(cache, 'ten');
  const rest = ['one', 'six', 'ten'];
  await vi.waitFor(async () => expect((await names()).toSorted()).toEqual(rest));
  await open(size);
  await vi.waitFor(async () => expect(await names()).toHaveLength(1));
});

test('an unwritable disk is reported once', async () => {
  const { folder, failures, open } = await openFolder();
  await writeFile(folder, 'in the way');
  const cache = await open();
  await write(cache, 'one');
  await write(cache, 'two');
  expect(failures).toHaveLength(1);
  expect(await textOf(cache, 'one')).toBeUndefined();
});
