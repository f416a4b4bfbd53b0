import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { save } from '../test/requests.ts';
import { blobShaOf, toCommitSha } from '../git-object-id.ts';
import type { BlobSha } from '../git-store.ts';
import { openLocalHarness } from './test/local-harness.ts';

describe('a local store that fails', () => {
  it('does not move the branch when an object cannot be written', async () => {
    const { dir, store } = await openLocalHarness();
    const head = await store.head();
    const directoryOf = (text: string) =>
      join(dir, 'objects', blobShaOf(Buffer.from(text)).slice(0, 2));
    const text = ['one', 'two', 'three'].find((candidate) => !existsSync(directoryOf(candidate)))!;
    await writeFile(directoryOf(text), 'in the way of the object');
    const failed = save(store, { 'b.txt': text });
    await expect(failed).rejects.toMatchObject({ code: 'StoreUnavailable' });
    expect(await store.head()).toBe(head);
  });

  it('does not read an object of another type, or a malformed object id', async () => {
    const { store, entries } = await openLocalHarness({ 'posts/a.md': 'a' });
    const head = await store.head();
    const directory = (await entries(head)).get('posts')!.sha;
    for (const sha of [directory, head, '', '../../HEAD', head.slice(0, 7)]) {
      expect((await store.read([sha as BlobSha])).get(sha as BlobSha)).toBeInstanceOf(Error);
    }
    await expect(store.list(toCommitSha(directory))).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('refuses a message that git would truncate', async () => {
    const { store } = await openLocalHarness();
    const head = await store.head();
    const failed = save(store, { b: 'b' }, { subject: 'Nul \0 inside' });
    await expect(failed).rejects.toMatchObject({ code: 'StoreRefused' });
    expect(await store.head()).toBe(head);
  });
});
