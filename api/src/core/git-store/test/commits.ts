import { describe, expect, it } from 'vitest';
import { blobShaOf } from '../git-object-id.ts';
import { filesOf, textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { changesFrom, request } from './requests.ts';

const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, value) => 255 - value);

const ILLEGAL_PATHS = [
  '',
  '/absolute',
  'ends/with/',
  'two//slashes',
  './here',
  '../above',
  'in/../between',
  '.git/config',
  'posts/.GIT/hooks',
  'posts/git~1',
  'posts/.git .',
  'posts/.g\u200cit',
  'back\\slash',
  'nul\0byte',
  'half a \ud83d character',
];

export const describeCommits = (open: OpenHarness): void => {
  describe('committing', () => {
    it('writes many files as one commit', async () => {
      const { store } = await open({ 'old.md': 'old' });
      const before = await store.head();
      const files = Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [`posts/${index}.md`, `Post ${index}`]),
      );
      const { head } = await store.commit(request(before, changesFrom(files)));
      expect(await store.head()).toBe(head);
      expect(await store.show(head)).toMatchObject({ sha: head, parent: before });
      expect(await textsOf(store, head)).toEqual({ 'old.md': 'old', ...files });
    });

    it('returns the tree that the new head lists', async () => {
      const { store, openStore } = await open({ 'a.txt': 'a', 'b/c.txt': 'c', 'd.txt': 'd' });
      const changes = changesFrom({ 'a.txt': 'changed', 'b/new.txt': 'new', 'd.txt': null });
      const result = await store.commit(request(await store.head(), changes));
      expect(result.tree).toEqual(await store.list(result.head));
      expect(result.tree).toEqual(await openStore().list(result.head));
    });

    it('writes every byte as it is', async () => {
      const { store, openStore } = await open();
      const changes = changesFrom({
        'all.bin': ALL_BYTES,
        'empty.txt': '',
        'dos.txt': '\ufeffone\r\ntwo\r',
        'посты/日本 語 🙂.md': 'Ünïcödé 🙂\n',
      });
      const { head } = await store.commit(request(await store.head(), changes));
      const files = await filesOf(openStore(), head);
      for (const [path, bytes] of changes) {
        expect(files.get(path)).toEqual(Buffer.from(bytes as Uint8Array));
      }
    });

    it('deletes files, and directories with their last file', async () => {
      const { store, entries } = await open({
        'posts/deep/a.md': 'a',
        'posts/b.md': 'b',
        'photos/only/c.png': 'c',
      });
      const changes = changesFrom({ 'posts/deep/a.md': null, 'photos/only/c.png': null });
      const { head } = await store.commit(request(await store.head(), changes));
      expect([...(await entries(head)).keys()].sort()).toEqual(['posts', 'posts/b.md']);
    });

    it('makes no commit without changes', async () => {
      const { store } = await open();
      const head = await store.head();
      const result = await store.commit(request(head, new Map()));
      expect(result).toEqual({ head, parent: head, tree: await store.list(head) });
      expect(await store.head()).toBe(head);
    });

    it('makes no commit for unchanged bytes and deletions of absent files', async () => {
      const { store } = await open({ 'a.txt': 'a', 'posts/b.md': 'b' });
      const head = await store.head();
      const changes = changesFrom({ 'a.txt': 'a', 'gone.txt': null, posts: null, 'a.txt/x': null });
      expect(await store.commit(request(head, changes))).toMatchObject({ head });
      expect(await store.head()).toBe(head);
    });

    it('drops changes without effect and writes the rest', async () => {
      const { store } = await open({ 'a.txt': 'a', 'b.txt': 'b' });
      const changes = changesFrom({ 'a.txt': 'a', 'gone.txt': null, 'b.txt': 'changed' });
      const { head } = await store.commit(request(await store.head(), changes));
      expect(await textsOf(store, head)).toEqual({ 'a.txt': 'a', 'b.txt': 'changed' });
    });

    it('commits staged blobs and other changes as one commit', async () => {
      const { store, openStore } = await open({ 'old.bin': ALL_BYTES, 'gone.txt': 'gone' });
      const before = await store.head();
      const staged = [await store.stage(ALL_BYTES.slice(7)), await store.stage(Buffer.from('x'))];
      expect(await store.head()).toBe(before);
      const old = (await store.list(before)).get('old.bin')!;
      const { head, tree } = await store.commit(
        request(
          before,
          changesFrom({
            'photos/1/a.bin': staged[0]!,
            'photos/2/b.txt': staged[1]!,
            'photos/1/photo.json': '{}\n',
            'new.bin': old,
            'old.bin': null,
            'gone.txt': null,
          }),
        ),
      );
      expect((await store.show(head)).parent).toBe(before);
      expect(tree).toEqual(await openStore().list(head));
      const files = await filesOf(openStore(), head);
      expect(Object.fromEntries(files)).toEqual({
        'photos/1/a.bin': Buffer.from(ALL_BYTES.slice(7)),
        'photos/2/b.txt': Buffer.from('x'),
        'photos/1/photo.json': Buffer.from('{}\n'),
        'new.bin': Buffer.from(ALL_BYTES),
      });
    });

    it('refuses a stored blob that does not exist', async () => {
      const { store } = await open();
      const head = await store.head();
      const absent = { sha: blobShaOf(Buffer.from('nowhere')), size: 7 };
      await expect(
        store.commit(request(head, changesFrom({ 'a.bin': absent }))),
      ).rejects.toMatchObject({ code: 'StoreRefused' });
      expect(await store.head()).toBe(head);
    });

    it('keeps the message exactly', async () => {
      const { store, openStore } = await open();
      const { message, ...rest } = request(
        await store.head(),
        changesFrom({ 'a.txt': 'a' }),
        'Create post “Größe – 日本 🙂”\n\nA body, <with> "marks" & an\nindented:\n\n    line\n\n' +
          'Co-authored-by: Ada <ada@example.com>',
      );
      const { head } = await store.commit({ message, ...rest });
      expect((await openStore().show(head)).message).toBe(message);
    });

    it('records author and date', async () => {
      const { store } = await open();
      const { head } = await store.commit(request(await store.head(), changesFrom({ a: 'a' })));
      const { author, date } = await store.show(head);
      expect(author.name).not.toBe('');
      expect(author.email).toContain('@');
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.000)?Z$/);
    });

    it.each(ILLEGAL_PATHS)('refuses the path %j and writes nothing', async (path) => {
      const { store } = await open();
      const head = await store.head();
      const changes = changesFrom({ 'fine.txt': 'fine', [path]: 'not fine' });
      await expect(store.commit(request(head, changes))).rejects.toMatchObject({
        code: 'StoreRefused',
      });
      expect(await store.head()).toBe(head);
    });

    it.each([
      { 'a.txt/below.txt': 'a file is there' },
      { posts: 'a directory is there' },
      { both: 'a file', 'both/of/them.txt': 'and a directory' },
    ])('refuses a path that would be both a file and a directory: %j', async (files) => {
      const { store } = await open({ 'a.txt': 'a', 'posts/b.md': 'b' });
      const head = await store.head();
      await expect(store.commit(request(head, changesFrom(files)))).rejects.toMatchObject({
        code: 'StoreRefused',
      });
      expect(await store.head()).toBe(head);
    });
  });
};
