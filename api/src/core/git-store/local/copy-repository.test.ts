import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fallback, NotFound } from '../errors.ts';
import { passTime } from '../../../../test/set-clock.ts';
import { save } from '../test/requests.ts';
import type { GitStore, RepositoryCopy } from '../git-store.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

const copyOf = async (store: GitStore): Promise<RepositoryCopy> => {
  const copy = await store.copy?.();
  if (!copy) throw new Error('A local store can be copied');
  return copy;
};

/** Writes what was copied below the folder of the repository. */
const write = async (dir: string, { files }: RepositoryCopy): Promise<string> => {
  const folder = await mkdtemp(join(dirname(dir), 'copy-'));
  for await (const { path, parts } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const bytes = await buffer(Readable.from(parts())).catch(fallback(null, NotFound));
    if (bytes) await writeFile(file, bytes);
  }
  return folder;
};

test('a copy has all commits, branches and tags, packed or not, and no configuration', async () => {
  const { dir, store, push } = await openLocalHarness();
  await git(dir, 'tag', '-a', 'first', '-m', 'The first', 'main');
  await git(dir, 'branch', 'draft', 'main');
  await push(new Map([['b', 'b']]));
  await git(dir, 'gc', '--quiet');
  await push(new Map([['c', 'c']]));
  await git(dir, 'branch', 'deep/later', 'main');
  await git(dir, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  await git(dir, 'config', 'remote.origin.url', 'https://secret@example.com/site');
  await writeFile(join(dir, 'refs', 'heads', 'main.lock'), '');
  const copy = await copyOf(store);
  const placed = await write(dir, copy);
  expect(await git(placed, 'fsck', '--strict', '--no-dangling')).toBe('');
  const refsOf = async (folder: string) => (await git(folder, 'show-ref')).split('\n');
  const all = await refsOf(dir);
  expect(await refsOf(placed)).toEqual(all.filter((line) => !line.endsWith('refs/heads/alias')));
  expect(await git(placed, 'rev-parse', 'HEAD')).toBe(copy.head);
  expect(await git(placed, 'config', '--list')).not.toContain('secret');
});

test('a copy is whole while others save and git packs', { timeout: 60_000 }, async () => {
  const { dir, store, openStore } = await openLocalHarness();
  const saving = new AbortController();
  const saveOften = async (): Promise<void> => {
    const other = openStore();
    for (let i = 0; !saving.signal.aborted; i += 1)
      await save(other, { [`posts/${i}.md`]: `${i}` });
  };
  const pack = async (): Promise<void> => {
    while (!saving.signal.aborted) await git(dir, 'gc', '--quiet');
  };
  const others = Promise.all([saveOften(), pack()]);
  for (let i = 0; i < 5; i += 1) {
    const copy = await copyOf(store);
    const placed = await write(dir, copy);
    expect(await git(placed, 'rev-parse', 'main')).toBe(copy.head);
    expect(await git(placed, 'fsck', '--strict', '--no-dangling')).toBe('');
  }
  saving.abort();
  await others;
});

test('objects that git packs or removes during the copy are not missing', async () => {
  const { dir, store } = await openLocalHarness({ a: 'a', 'b/c': 'c' });
  await store.stage(Buffer.from('in no commit'));
  const copy = await copyOf(store);
  const files = async function* () {
    let isListed = false;
    for await (const file of copy.files) {
      if (!isListed && file.path.startsWith('objects/')) {
        isListed = true;
        await git(dir, 'gc', '--quiet', '--prune=now');
      }
      yield file;
    }
  };
  const placed = await write(dir, { ...copy, files: files() });
  expect(await git(dir, 'count-objects')).toMatch(/^0 objects/);
  expect(await git(placed, 'count-objects')).not.toMatch(/^0 objects/);
  expect(await git(placed, 'fsck', '--strict', '--no-dangling')).toBe('');
  expect(await git(placed, 'rev-parse', 'main')).toBe(copy.head);
});

const objectOf = async (dir: string, name: string): Promise<string> => {
  const sha = await git(dir, 'rev-parse', name);
  return join(dir, 'objects', sha.slice(0, 2), sha.slice(2));
};

const damageObject = async (dir: string, name: string): Promise<void> => {
  const file = await objectOf(dir, name);
  await chmod(file, 0o644);
  await truncate(file, 12);
};

test('a later copy checks what is new, and everything where an object is gone', async () => {
  const { dir, store } = await openLocalHarness({ 'a/b': 'b' });
  const saveLater = async (text: string) => {
    passTime(60_000);
    await save(store, { 'a/c': text });
  };
  for (const text of ['1', '2', '3']) await saveLater(text);
  const whole = await copyOf(store);
  await write(dir, whole);
  expect(whole.isAllChecked).toBe(true);
  await saveLater('4');
  await damageObject(dir, 'main~4');
  const later = await store.copy?.(whole);
  expect(later).toMatchObject({ isAllChecked: false, head: await git(dir, 'rev-parse', 'main') });
  const damaged = { message: expect.stringContaining('is damaged') as string };
  if (later) await expect(write(dir, later)).rejects.toMatchObject(damaged);
  await rm(await objectOf(dir, 'main:a/b'));
  await expect(store.copy?.(whole)).rejects.toMatchObject(damaged);
});

test.each(['main', 'main:a', 'main^{tree}'])(
  'a later copy finds that %s is damaged',
  async (name) => {
    const { dir, store, push } = await openLocalHarness({ 'a/b': 'b' });
    const whole = await copyOf(store);
    await push(new Map([['a/c', 'c']]));
    await damageObject(dir, name);
    const damaged = { message: expect.stringContaining('is damaged') as string };
    await expect(store.copy?.(whole)).rejects.toMatchObject(damaged);
  },
);

test('a damaged pack is found when it is copied', async () => {
  const { dir, store } = await openLocalHarness({ a: 'a'.repeat(1000) });
  await git(dir, 'gc', '--quiet');
  const packs = join(dir, 'objects', 'pack');
  const pack = (await readdir(packs)).find((name) => name.endsWith('.pack')) ?? '';
  const bytes = await readFile(join(packs, pack));
  await chmod(join(packs, pack), 0o644);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 21) ^ 1, bytes.length - 21);
  await writeFile(join(packs, pack), bytes);
  const damaged = { message: `The pack ${pack} is damaged` };
  await expect(write(dir, await copyOf(store))).rejects.toMatchObject(damaged);
});

test('there is no copy of a repository without the branch', async () => {
  const { openStore } = await openLocalHarness();
  await expect(openStore('none').copy?.()).rejects.toMatchObject({ code: 'RepositoryMissing' });
});
