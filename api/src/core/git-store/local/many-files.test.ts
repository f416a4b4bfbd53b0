import { execFileSync } from 'node:child_process';
import { unlinkSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { save } from '../test/requests.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

const FILES = 300;

const UNPACK =
  'mv objects/pack/*.pack . && rm -f objects/pack/* && cat *.pack | git unpack-objects -q';

/** Unpacks each object into a loose file. */
const unpack = async (dir: string): Promise<void> => {
  execFileSync('sh', ['-c', UNPACK], { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
  await rm(join(dir, 'objects', 'pack'), { recursive: true });
};

/** Removes all blobs; the trees stay. */
const removeBlobs = async (dir: string): Promise<void> => {
  const objects = await git(dir, 'cat-file', '--batch-all-objects', '--batch-check');
  const blobs = objects.split('\n').filter((line) => line.includes(' blob '));
  for (const line of blobs) unlinkSync(join(dir, 'objects', line.slice(0, 2), line.slice(2, 40)));
  expect(blobs.length).toBeGreaterThan(FILES);
  expect(await readdir(join(dir, 'objects'))).not.toContain('pack');
};

test('a save and a push open no blobs of unchanged files', async () => {
  const files = Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [`posts/post-${i}.md`, `Post ${i}\n`]),
  );
  const { dir, store, push } = await openLocalHarness({ ...files, 'profile.json': '{}\n' });
  await unpack(dir);
  const before = await store.list(await store.head());
  await removeBlobs(dir);

  const changes = { 'profile.json': '{"name": "Ada"}\n', 'posts/new.md': 'New\n' };
  const saved = await save(store, changes);
  expect(saved.tree.size).toBe(before.size + 1);
  expect(await store.list(saved.head)).toEqual(saved.tree);

  const pushed = await store.list(await push(new Map([['posts/post-7.md', 'Pushed\n']])));
  expect(pushed.get('posts/post-7.md')?.size).toBe(7);
  expect(pushed.get('posts/post-8.md')).toEqual(before.get('posts/post-8.md'));

  const removed = await save(store, { 'profile.json': null });
  expect(removed.tree.has('profile.json')).toBe(false);
});
