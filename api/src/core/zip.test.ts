import { unzipSync } from 'fflate';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RepositoryFile } from './git-store/git-store.ts';
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

test('more files than a field of 16 bits can count come out', async () => {
  const all = Array.from({ length: 66_000 }, (_, i) => entry(`${i}`, `${i}`));
  const files = Object.entries(unzipSync(await zipped(all)));
  expect(files).toHaveLength(all.length);
  expect(files.every(([path, bytes]) => Buffer.from(bytes).toString() === path)).toBe(true);
});

test('little is read ahead of a slow reader', async () => {
  let asked = 0;
  const all = async function* () {
    for (asked = 1; asked <= 1000; asked += 1) {
      await nextTurn();
      yield entry(`${asked}`, 'x'.repeat(10_000));
    }
  };
  const stream = zip(all(), DATE);
  const readTo = async (bytes: number) => {
    for (let read = 0; read < bytes;) {
      await once(stream, 'readable');
      read += (stream.read() as Buffer | null)?.length ?? 0;
    }
    for (let turn = 0; turn < 500; turn += 1) await nextTurn();
    return asked;
  };
  expect(await readTo(1)).toBeLessThan(100);
  expect(await readTo(3_000_000)).toBeLessThan(450);
  stream.destroy();
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
