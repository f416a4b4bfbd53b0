import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../test/contents.ts';
import { save } from '../test/requests.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

const clone = async (dir: string): Promise<string> => {
  const workTree = join(dir, '..', 'clone');
  await git(dir, 'clone', '--quiet', dir, workTree);
  return workTree;
};

const commitIn = async (workTree: string, path: string, text: string): Promise<CommitSha> => {
  await mkdir(join(workTree, path, '..'), { recursive: true });
  await writeFile(join(workTree, path), text);
  await git(workTree, 'add', '--all');
  await git(workTree, 'commit', '--quiet', `--message=Write ${path}`);
  return toCommitSha(await git(workTree, 'rev-parse', 'HEAD'));
};

const manyPosts = Object.fromEntries(
  Array.from({ length: 120 }, (_, index) => [
    `posts/${index}.md`,
    `Post ${index}\n${'The same in all.\n'.repeat(40)}`,
  ]),
);

describe('together with the git program', () => {
  it('leaves a repository in which a strict fsck finds nothing', async () => {
    const { dir, store } = await openLocalHarness(manyPosts);
    for (const files of [
      { 'posts.md': 'sorts before posts/', 'posts-1': 'too', 'ü/日本 語.md': '🙂' },
      { 'posts/1.md': null, 'posts/deep/1.md': 'moved', 'empty.txt': '' },
      { 'posts/deep/1.md': null, 'ü/日本 語.md': null, '😀': 'a', '\uffee': 'b' },
    ]) {
      await save(store, files);
    }
    expect(await git(dir, 'fsck', '--strict', '--no-dangling', '--full')).toBe('');
    expect(await git(dir, 'rev-list', '--count', 'main')).toBe('4');
    const format = ['--format=%an <%ae>|%cn <%ce>|%ad', '--date=format:%z'];
    const person = 'Ada Lovelace <ada@example.com>';
    expect(await git(dir, 'log', '-1', ...format)).toBe(`${person}|${person}|+0000`);
  });

  it('writes merges that git reads as such', async () => {
    const { dir, store } = await openLocalHarness({ a: 'a' });
    const from = await store.head();
    const { head: draft } = await save(store, { b: 'b' }, { branch: 'texts/autumn' });
    const { head: main } = await save(store, { c: 'c' }, { from });
    const { head: merged } = await save(store, { b: 'b' }, { merges: draft });
    await save(store, {}, { merges: draft });
    expect(await git(dir, 'fsck', '--strict', '--no-dangling', '--full')).toBe('');
    const parents = await git(dir, 'log', '--format=%P', '-2', 'main');
    expect(parents.split('\n')).toEqual([`${merged} ${draft}`, `${main} ${draft}`]);
    const branches = await git(dir, 'branch', '--merged', 'main', '--format=%(refname:short)');
    expect(branches).toBe('main\ntexts/autumn');
    expect(await git(dir, 'rev-parse', 'texts/autumn')).toBe(draft);
  });

  it('writes only the trees above a change', async () => {
    const files = { 'a/b/c.txt': 'c', 'd/e.txt': 'e', 'f.txt': 'f' };
    const { dir, store } = await openLocalHarness(files);
    const loose = async () => Number((await git(dir, 'count-objects')).split(' ')[0]);
    const before = await loose();
    await save(store, { 'd/e.txt': 'changed' });
    expect((await loose()) - before).toBe(4);
  });

  it('reads and writes a repository after it was packed', async () => {
    const { dir, store, openStore } = await openLocalHarness(manyPosts);
    const before = await store.head();
    const { head } = await save(store, { 'posts/1.md': 'one' });
    const tree = await store.list(head);
    await git(dir, 'gc', '--quiet', '--aggressive', '--prune=now');
    expect(await git(dir, 'count-objects')).toBe('0 objects, 0 kilobytes');
    for (const reader of [store, openStore()]) {
      expect(await reader.head()).toBe(head);
      expect(await reader.list(head)).toEqual(tree);
      expect(await textsOf(reader, before)).toEqual(manyPosts);
    }
    const written = await save(store, { 'posts/2.md': 'two' });
    await git(dir, 'repack', '-a', '-d', '--quiet');
    const changed = { 'posts/1.md': 'one', 'posts/2.md': 'two' };
    expect(await textsOf(store, written.head)).toEqual({ ...manyPosts, ...changed });
    expect(await git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('reads while packs are being replaced', async () => {
    const { dir, push, openStore } = await openLocalHarness(manyPosts);
    const head = await push(new Map([['a.txt', 'a']]));
    let repacking = true;
    const repack = async () => {
      for (const round of [1, 2, 3, 4, 5, 6]) {
        await push(new Map([['a.txt', `${round}`]]));
        await git(dir, 'repack', '-a', '-d', '--quiet');
      }
      repacking = false;
    };
    const read = async () => {
      while (repacking) expect((await openStore().show(head)).sha).toBe(head);
    };
    await Promise.all([repack(), read(), read(), read(), read()]);
  });

  it('either wins or loses against a concurrent push', async () => {
    const { dir, store } = await openLocalHarness({ 'a.txt': 'a' });
    const workTree = await clone(dir);
    for (const round of [1, 2, 3, 4, 5]) {
      await git(workTree, 'fetch', '--quiet');
      await git(workTree, 'reset', '--quiet', '--hard', 'origin/main');
      const theirs = await commitIn(workTree, 'theirs.txt', `${round}`);
      const base = await store.head();
      const [push, saved] = await Promise.allSettled([
        git(workTree, 'push', '--quiet'),
        // The push takes longer, so the growing delay lets either of them win.
        sleep(12 * round).then(() => save(store, { 'mine.txt': `${round}` }, { from: base })),
      ]);
      const head = await store.head();
      if (push.status === 'fulfilled') {
        expect(saved).toMatchObject({ reason: { code: 'StaleHead' } });
        expect(head).toBe(theirs);
      } else {
        expect(saved).toMatchObject({ value: { head } });
      }
      expect((await store.show(head)).parent).toBe(base);
    }
  });

  it('keeps entries whose names are not UTF-8', async () => {
    const { dir, store, entries } = await openLocalHarness({
      'caf\\351.txt': 'Latin-1 bytes',
      'back\\\\slash.txt': 'not for Windows',
    });
    const { head, tree } = await save(store, { 'new.txt': 'new' });
    expect([...tree.keys()].sort()).toEqual(['back\\slash.txt', 'new.txt']);
    expect((await entries(head)).size).toBe(3);
    expect(await git(dir, 'ls-tree', '--name-only', head)).toContain('"caf\\351.txt"');
  });
});
