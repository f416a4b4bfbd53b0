import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UnreadableObject } from '../errors.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { filesOf, textsOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { changesFrom, request } from './requests.ts';

const ABSENT = '0123456789012345678901234567890123456789';
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, value) => value);

export const describeReads = (open: OpenHarness): void => {
  describe('reading', () => {
    it('returns the commit that the branch points at', async () => {
      const { store, push } = await open();
      const pushed = await push(new Map([['a.txt', 'a']]));
      expect(await store.head()).toBe(pushed);
    });

    it('throws RepositoryMissing for a branch that does not exist', async () => {
      const { openStore } = await open();
      const store = openStore('elsewhere');
      await expect(store.head()).rejects.toMatchObject({ code: 'RepositoryMissing' });
      await expect(store.history({ page: 1, perPage: 5 })).rejects.toMatchObject({
        code: 'RepositoryMissing',
      });
    });

    it('throws NotFound for a commit that does not exist', async () => {
      const { store } = await open();
      await expect(store.list(toCommitSha(ABSENT))).rejects.toMatchObject({ code: 'NotFound' });
      await expect(store.show(toCommitSha(ABSENT))).rejects.toMatchObject({ code: 'NotFound' });
    });

    it('returns an error for a blob that does not exist, and reads the others', async () => {
      const { store } = await open();
      const tree = await store.list(await store.head());
      const present = tree.get('readme.md')!.sha;
      const result = await store.read([ABSENT as BlobSha, present]);
      expect(result.get(present)).toEqual(Buffer.from('hello\n'));
      expect(result.get(ABSENT as BlobSha)).toBeInstanceOf(UnreadableObject);
    });

    it("lists every file with git's own blob sha and its size in bytes", async () => {
      const { store } = await open({ 'readme.md': 'hello\n', 'deep/er/empty': '', 'ü.txt': 'ü' });
      expect(await store.list(await store.head())).toEqual(
        new Map([
          ['deep/er/empty', { sha: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391', size: 0 }],
          ['readme.md', { sha: 'ce013625030ba8dba906f756967f9e9ca394464a', size: 6 }],
          ['ü.txt', { sha: '99fe40df261f7d4afd1391fe2739b2c7466fe968', size: 2 }],
        ]),
      );
    });

    it('reads every byte as it is', async () => {
      const { store } = await open({ 'all.bin': ALL_BYTES, 'dos.txt': '\ufeffone\r\ntwo\r' });
      const files = await filesOf(store, await store.head());
      expect(files.get('all.bin')).toEqual(Buffer.from(ALL_BYTES));
      expect(files.get('dos.txt')).toEqual(Buffer.from('\ufeffone\r\ntwo\r'));
    });

    it('reads a long text whole', async () => {
      const text = 'A sentence of many bytes – and one dash.\n'.repeat(20_000);
      const { store } = await open({ 'long.md': text });
      expect(await textsOf(store, await store.head())).toEqual({ 'long.md': text });
    });

    it('reads back a photo of 10 MB, the largest that can be uploaded', async () => {
      const photo = randomBytes(10 * 1024 * 1024);
      const { store, openStore } = await open();
      const changes = changesFrom({ 'photos/1.jpg': photo });
      const { head } = await store.commit(request(await store.head(), changes));
      const files = await filesOf(openStore(), head);
      expect(files.get('photos/1.jpg')?.equals(photo)).toBe(true);
    });

    it('returns the beginning of text files, and marks binary files', async () => {
      const short = 'A short text\n';
      const long = 'Ein längerer Text\n'.repeat(50_000);
      const { store } = await open({ short, long, 'all.bin': ALL_BYTES, empty: '' });
      const tree = await store.list(await store.head());
      const shaOf = (path: string): BlobSha => tree.get(path)!.sha;
      const paths = ['short', 'long', 'all.bin', 'empty', 'short'];
      const starts = await store.starts(paths.map(shaOf));
      expect(starts.size).toBe(4);
      expect(starts.get(shaOf('short'))).toEqual(Buffer.from(short));
      expect(starts.get(shaOf('long'))).toEqual(Buffer.from(long).subarray(0, 4096));
      expect(starts.get(shaOf('empty'))).toEqual(Buffer.alloc(0));
      const binary = starts.get(shaOf('all.bin'));
      if (binary !== 'binary') expect(binary).toEqual(Buffer.from(ALL_BYTES));
    });

    it('reads many blobs at once', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 150 }, (_, index) => [`posts/${index}.md`, `Post ${index}\n`]),
      );
      const { store } = await open(files);
      expect(await textsOf(store, await store.head())).toEqual(files);
    });

    it('reads an empty list, and a list with the same blob twice', async () => {
      const { store } = await open();
      const { sha } = (await store.list(await store.head())).get('readme.md')!;
      expect(await store.read([])).toEqual(new Map());
      expect([...(await store.read([sha, sha])).keys()]).toEqual([sha]);
    });

    it('distinguishes names that look the same but differ in bytes', async () => {
      const composed = 'posts/caf\u00e9.md';
      const decomposed = 'posts/cafe\u0301.md';
      const files = { [composed]: 'one', [decomposed]: 'two', 'фото/日本 語.txt': '🙂' };
      const { store } = await open(files);
      expect(await textsOf(store, await store.head())).toEqual(files);
    });

    it('reads an old commit unchanged after later commits', async () => {
      const { store } = await open({ 'a.txt': 'before', 'b.txt': 'gone later' });
      const before = await store.head();
      await store.commit(request(before, changesFrom({ 'a.txt': 'after', 'b.txt': null })));
      expect(await textsOf(store, before)).toEqual({ 'a.txt': 'before', 'b.txt': 'gone later' });
    });

    it('reads a push', async () => {
      const { store, push } = await open({ 'a.txt': 'before' });
      await textsOf(store, await store.head());
      const pushed = await push(new Map([['a.txt', 'pushed']]));
      expect(await textsOf(store, pushed)).toEqual({ 'a.txt': 'pushed' });
    });
  });
};
