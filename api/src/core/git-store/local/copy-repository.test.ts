import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
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
    await writeFile(file, parts());
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

test('there is no copy of a repository without the branch', async () => {
  const { openStore } = await openLocalHarness();
  await expect(openStore('none').copy?.()).rejects.toMatchObject({ code: 'RepositoryMissing' });
});
