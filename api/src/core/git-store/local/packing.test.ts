import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { save } from '../test/requests.ts';
import { blobShaOf } from '../git-object-id.ts';
import { withPacking } from './packing.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

const SAVES = 60;

/** Git estimates the number of loose objects by those in directory 17. */
const inDirectory17 = Array.from({ length: 5_000 }, (_, i) => `text ${i}`)
  .filter((text) => blobShaOf(Buffer.from(text)).startsWith('17'))
  .slice(0, SAVES / 2);

test('a repository is packed between saves, and nothing is lost', async () => {
  const { dir, store, openStore } = await openLocalHarness({ 'posts/0.md': 'a post' });
  await git(dir, 'config', 'gc.auto', '1');
  expect(inDirectory17.length).toBeGreaterThan(10);
  const ends: unknown[] = [];
  const onEnd = (error: Error | null) => void ends.push(error);
  const packed = withPacking(store, { dir, commitsBetweenLooks: 20, onEnd });
  for (let i = 1; i <= SAVES; i += 1) {
    // A run may take as long as all saves; the last one then begins another.
    if (i === SAVES) await vi.waitFor(() => expect(ends).not.toEqual([]), { timeout: 30_000 });
    const text = inDirectory17[i % inDirectory17.length] ?? '';
    await save(packed, { [`posts/${i}.md`]: text, 'same.txt': `${i % 2}` });
  }
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(1), { timeout: 30_000 });
  expect(ends.filter(Boolean)).toEqual([]);
  expect(await git(dir, 'fsck', '--strict')).toBe('');
  expect(await git(dir, 'rev-list', '--count', 'main')).toBe(String(1 + SAVES));
  expect(Number.parseInt(await git(dir, 'count-objects'))).toBeLessThan(3 * SAVES);
  expect(await git(dir, 'count-objects', '-v')).toMatch(/^packs: [1-9]/m);
  const fresh = openStore();
  const tree = await fresh.list(await fresh.head());
  const blobs = await fresh.read([...tree.values()].map(({ sha }) => sha));
  for (const content of blobs.values()) expect(content).toBeInstanceOf(Uint8Array);
});

test('git gets neither a secret nor a setting for git from the process', async () => {
  const { dir, store } = await openLocalHarness();
  const bin = join(dir, 'bin');
  const seen = join(dir, 'environment');
  await mkdir(bin);
  await writeFile(join(bin, 'git'), `#!/bin/sh\nenv > ${seen}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}:${process.env['PATH'] ?? ''}`);
  vi.stubEnv('SESSION_SECRET', 'the secret of all sessions');
  vi.stubEnv('GIT_DIR', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const ended = new Promise((resolve) => {
    const packed = withPacking(store, { dir, commitsBetweenLooks: 1, onEnd: resolve });
    void save(packed, { 'a.md': 'a' });
  });
  await ended;
  const environment = await readFile(seen, 'utf8');
  expect(environment).toContain('PATH=');
  expect(environment).not.toMatch(/the secret|GIT_DIR/);
});

test('few but large objects are packed, too', async () => {
  const { dir, store } = await openLocalHarness();
  let ended = 0;
  const onEnd = () => (ended += 1);
  const packed = withPacking(store, { dir, commitsBetweenLooks: 4, looseMaxKb: 100, onEnd });
  for (let i = 1; i <= 4; i += 1) await save(packed, { [`photos/${i}.png`]: randomBytes(50_000) });
  await vi.waitFor(() => expect(ended).toBe(1), { timeout: 10_000 });
  expect(await git(dir, 'count-objects', '-v')).toMatch(/^count: 0\n[^]*^packs: [1-9]/m);
});

test('saves succeed without git and while packing fails', async () => {
  const { dir, store } = await openLocalHarness();
  const ends: unknown[] = [];
  const onEnd = (error: Error | null) => void ends.push(error);
  const packed = withPacking(store, { dir: `${dir}/nowhere`, commitsBetweenLooks: 1, onEnd });
  await save(packed, { a: '1' });
  await vi.waitFor(() => expect(ends).toEqual([expect.any(Error)]));
  await save(packed, { a: '2' });
});
