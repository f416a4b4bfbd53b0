import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCache, createCacheRegistry } from '../../cache.ts';
import { START_BYTES } from '../git-store.ts';
import { createObjects } from './objects.ts';
import { createPacks, type GitObject } from './packs.ts';
import { testFolder } from '../../../../test/test-folder.ts';

const openPacks = (dir: string) =>
  createPacks(
    dir,
    createCache<GitObject>(createCacheRegistry(), {
      name: 'git-objects',
      maxBytes: 1024 * 1024,
      sizeOf: ({ body }) => body.length,
    }),
  );

const run = (dir: string, args: readonly string[], input?: string | Buffer): Buffer =>
  execFileSync('git', ['-C', dir, ...args], {
    input,
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ignore the git settings of the machine that runs the tests.
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

/** A history in which a long text and a directory of 300 files change a little each time. */
const history = (commits: number): Buffer => {
  const parts: (string | Buffer)[] = [];
  const data = (bytes: string | Buffer) => {
    parts.push(`data ${Buffer.byteLength(bytes)}\n`, bytes, '\n');
  };
  const file = (path: string, bytes: string | Buffer) => {
    parts.push(`M 100644 inline ${path}\n`);
    data(bytes);
  };
  const lines = Array.from({ length: 2000 }, (_, i) => `Line ${i} of a long text\n`);
  const noise = randomBytes(700_000);
  for (let n = 0; n < commits; n += 1) {
    parts.push(`commit refs/heads/main\ncommitter a <a@b.c> ${1_600_000_000 + n} +0000\n`);
    data(`Change ${n}`);
    lines[(n * 37) % lines.length] = `Line changed by ${n}\n`;
    file('long.md', lines.join(''));
    file(`posts/post-${n % 300}.md`, `Post of ${n}\n`);
    if (n === 0) for (let i = 0; i < 300; i += 1) file(`posts/post-${i}.md`, `Post ${i}\n`);
    if (n % 20 === 0) file('noise.bin', Buffer.concat([noise, Buffer.from(`end ${n}`)]));
  }
  parts.push(`tag first\nfrom refs/heads/main\ntagger a <a@b.c> 1600000000 +0000\n`);
  data('A tag');
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
};

/** Creates a bare repository with all objects in one pack, made by `git` with these settings. */
const packedRepository = async (...settings: readonly string[]): Promise<string> => {
  const dir = await testFolder();
  run(dir, ['init', '-q', '--bare']);
  run(dir, ['fast-import', '--quiet'], history(60));
  run(dir, [...settings.flatMap((setting) => ['-c', setting]), 'repack', '-adfq', '--depth=50']);
  return dir;
};

interface ListedObject {
  readonly sha: string;
  readonly type: string;
  readonly body: Buffer;
}

/** All objects, as git reads them. */
const objectsOf = (dir: string): readonly ListedObject[] => {
  const output = run(dir, ['cat-file', '--batch-all-objects', '--batch']);
  const objects: ListedObject[] = [];
  for (let at = 0; at < output.length;) {
    const lineEnd = output.indexOf('\n', at);
    const [sha = '', type = '', size = ''] = output.toString('latin1', at, lineEnd).split(' ');
    const end = lineEnd + 1 + Number(size);
    objects.push({ sha, type, body: output.subarray(lineEnd + 1, end) });
    at = end + 1;
  }
  return objects;
};

const expectAllAsGit = async (dir: string): Promise<void> => {
  const packs = openPacks(dir);
  const starts = openPacks(dir);
  const objects = objectsOf(dir);
  expect(objects.length).toBeGreaterThan(500);
  for (const { sha, type, body } of objects) {
    const object = await packs.read(sha);
    expect(object?.type).toBe(type);
    expect(object?.body.equals(body)).toBe(true);
    const start = await starts.start(sha);
    expect([start?.type, start?.size]).toEqual([type, body.length]);
    expect(start?.body.equals(body.subarray(0, START_BYTES))).toBe(true);
  }
};

const packFile = async (dir: string): Promise<string> => {
  const folder = join(dir, 'objects', 'pack');
  const name = (await readdir(folder)).find((each) => each.endsWith('.pack'));
  return join(folder, name!);
};

test('every object of a pack is read as git reads it, with deltas by offset', async () => {
  const dir = await packedRepository();
  const deltas = run(dir, ['verify-pack', '-v', await packFile(dir)]).toString();
  expect(deltas).toMatch(/chain length = 1\d/);
  await expectAllAsGit(dir);
});

test('deltas that refer to their base by id are read, and so are 64-bit offsets', async () => {
  const dir = await packedRepository('repack.useDeltaBaseOffset=false');
  const pack = await packFile(dir);
  await rm(pack.replace(/pack$/, 'idx'), { force: true });
  run(dir, ['index-pack', '--index-version=2,0x1000', pack]);
  await expectAllAsGit(dir);
});

test('a damaged object is an error, unlike the others, and so is a truncated pack', async () => {
  const dir = await packedRepository();
  const pack = await packFile(dir);
  const listed = run(dir, ['verify-pack', '-v', pack]).toString();
  const noise = /^(\w+) blob +7\d{5} \d+ (\d+)$/m.exec(listed)!;
  const [, sha = '', offset = ''] = noise;
  const bytes = await readFile(pack);
  bytes.fill(7, Number(offset) + 1000, Number(offset) + 1064);
  await rm(pack, { force: true });
  await writeFile(pack, bytes);
  const packs = openPacks(dir);
  await expect(packs.read(sha)).rejects.toThrow();
  const head = run(dir, ['rev-parse', 'main']).toString().trim();
  expect((await packs.read(head))?.type).toBe('commit');
  await truncate(pack, 100);
  await expect(openPacks(dir).read(sha)).rejects.toThrow();
  await expect(openPacks(dir).start(sha)).rejects.toThrow();
});

test('a text in memory takes no more than its length, loose or packed', async () => {
  const dir = await testFolder();
  run(dir, ['init', '-q', '--bare']);
  const text = randomBytes(3000).toString('hex');
  const sha = String(run(dir, ['hash-object', '-w', '--stdin'], text)).trim();
  const bytesInMemory = async () => (await createObjects(dir).read(sha, 'blob')).buffer.byteLength;
  expect(await bytesInMemory()).toBeLessThan(text.length + 100);
  run(dir, ['pack-objects', '-q', 'objects/pack/pack'], `${sha}\n`);
  run(dir, ['prune-packed', '-q']);
  expect(await bytesInMemory()).toBeLessThan(text.length + 100);
});
