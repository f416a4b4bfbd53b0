import { describe, expect, it } from 'vitest';
import { textsOf } from '../test/contents.ts';
import { save } from '../test/requests.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

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

  it('writes only the trees above a change', async () => {
    const files = { 'a/b/c.txt': 'c', 'd/e.txt': 'e', 'f.txt': 'f' };
    const { dir, store } = await openLocalHarness(files);
    const loose = async () => Number((await git(dir, 'count-objects')).split(' ')[0]);
    const before = await loose();
    await save(store, { 'd/e.txt': 'changed' });
    expect((await loose()) - before).toBe(4);
  });

  it('reads and writes a repository that is packed again and again', async () => {
    const { dir, store } = await openLocalHarness(manyPosts);
    let texts: Record<string, string> = manyPosts;
    for (const path of ['posts/1.md', 'posts/2.md']) {
      const { head } = await save(store, { [path]: 'changed' });
      await git(dir, 'repack', '-a', '-d', '--quiet');
      texts = { ...texts, [path]: 'changed' };
      expect(await textsOf(store, head)).toEqual(texts);
    }
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
