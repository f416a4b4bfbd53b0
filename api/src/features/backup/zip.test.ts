import { unzipSync } from 'fflate';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RepositoryFile } from '../../core/git-store/git-store.ts';
import { zip } from './zip.ts';

const DATE = new Date('2026-11-22T18:05:30Z');

const zipped = (entries: readonly RepositoryFile[]): Promise<Buffer> => {
  const all = async function* () {
    await nextTurn();
    yield* entries;
  };
  return buffer(zip(all(), DATE));
};

const entry = (path: string, ...texts: readonly string[]): RepositoryFile => ({
  path,
  parts: () => texts.map((text) => Buffer.from(text)),
});

test('files come out with their paths and bytes, empty ones and those in several parts too', async () => {
  const files = unzipSync(
    await zipped([entry('empty'), entry('posts/größe ☃.md', 'one', 'two'), entry('z/a', 'x')]),
  );
  const texts = Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
  expect(texts).toEqual([
    ['empty', ''],
    ['posts/größe ☃.md', 'onetwo'],
    ['z/a', 'x'],
  ]);
});

test('nothing more is read once the reader has gone', async () => {
  let ended = false;
  const endless = async function* (): AsyncGenerator<RepositoryFile> {
    try {
      for (let i = 0; ; i += 1) {
        await nextTurn();
        yield entry(`${i}`, 'text');
      }
    } finally {
      ended = true;
    }
  };
  const stream = zip(endless(), DATE);
  await once(stream, 'data');
  stream.destroy();
  await expect.poll(() => ended).toBe(true);
});
