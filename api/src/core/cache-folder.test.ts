import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { openCacheFolder } from './cache-folder.ts';
import { createLog } from './log.ts';

test('what earlier versions left in the cache is removed', async () => {
  const dataDir = await testFolder();
  const folder = join(dataDir, 'cache');
  for (const name of ['blobs', 'texts']) await mkdir(join(folder, name, 'ab'), { recursive: true });
  const files = ['blobs/ab/c', 'texts/ab/c', 'summaries.jsonl', 'posts.jsonl', 'posts.jsonl.1.tmp'];
  for (const name of files) await writeFile(join(folder, name), 'text');
  openCacheFolder({ dataDir, diskCacheMaxBytes: 1_000_000 }, createLog('silent'));
  await vi.waitFor(async () => {
    const left = await readdir(folder, { recursive: true });
    expect(left.sort()).toEqual([
      'posts.jsonl',
      'posts.jsonl.1.tmp',
      'texts',
      'texts/ab',
      'texts/ab/c',
    ]);
  });
});
