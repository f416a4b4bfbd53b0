import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UnreadableObject } from '../errors.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { filesOf } from './contents.ts';
import type { OpenHarness } from './harness.ts';
import { save } from './requests.ts';

const ABSENT = '0123456789012345678901234567890123456789';
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, value) => value);

export const describeReads = (open: OpenHarness): void => {
  describe('reading', () => {
    it('throws RepositoryMissing for a branch that does not exist', async () => {
      const { openStore } = await open();
      const store = openStore('elsewhere');
      for (const read of [() => store.head(), () => store.history({ page: 1, perPage: 5 })]) {
        await expect(read()).rejects.toMatchObject({ code: 'RepositoryMissing' });
      }
    });

    it('throws NotFound for a commit that does not exist', async () => {
      const { store } = await open();
      await expect(store.list(toCommitSha(ABSENT))).rejects.toMatchObject({ code: 'NotFound' });
      await expect(store.show(toCommitSha(ABSENT))).rejects.toMatchObject({ code: 'NotFound' });
    });

    it('reads each blob once, and returns an error for one that does not exist', async () => {
      const { store } = await open();
      const { sha } = (await store.list(await store.head())).get('readme.md')!;
      const result = await store.read([ABSENT as BlobSha, sha, sha]);
      expect(result.get(sha)).toEqual(Buffer.from('hello\n'));
      expect(result.get(ABSENT as BlobSha)).toBeInstanceOf(UnreadableObject);
      expect(result.size).toBe(2);
      expect(await store.read([])).toEqual(new Map());
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

    it('reads and writes every byte and every name as it is', async () => {
      const texts = {
        'empty.txt': '',
        'dos.txt': '\ufeffone\r\ntwo\r',
        'long.md': 'A sentence of many bytes – and one dash.\n'.repeat(20_000),
        'посты/日本 語 🙂.md': 'Ünïcödé 🙂\n',
        'posts/caf\u00e9.md': 'one',
        'posts/cafe\u0301.md': 'looks the same',
      };
      const named = Object.entries({ ...texts, 'all.bin': ALL_BYTES });
      const { store, openStore } = await open(Object.fromEntries(named));
      const written = named.map(([path, content]) => [`${path}.copy`, content] as const);
      const { head } = await save(store, Object.fromEntries(written));
      const files = await filesOf(openStore(), head);
      for (const [path, content] of [...named, ...written]) {
        expect([path, files.get(path)?.equals(Buffer.from(content as string))]).toEqual([
          path,
          true,
        ]);
      }
    });

    it('writes and reads back a video of 20 MB, the largest that can be uploaded', async () => {
      const photo = randomBytes(20 * 1024 * 1024);
      const { store, openStore } = await open();
      const { head } = await save(store, { 'photos/1.jpg': photo });
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
  });
};
