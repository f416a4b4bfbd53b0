import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { createCacheRegistry } from '../../cache.ts';
import { createCommitCache } from './commit-cache.ts';
import { openDiskLog } from '../disk-cache/log.ts';
import { toCommitSha } from '../git-object-id.ts';
import type { GitStore } from '../git-store.ts';
import { save } from '../test/requests.ts';
import { createLocalGitStore } from './local-git-store.ts';
import { createObjects } from './objects.ts';
import { createTreeChanges } from './tree-changes.ts';
import { git } from './test/git.ts';
import { AUTHOR, openLocalHarness } from './test/local-harness.ts';

const EXPECTED = {
  posts: ['Add b', 'Edit a', 'Begin'],
  'posts/a.md': ['Edit a', 'Begin'],
  'posts/b.md': ['Add b'],
  'photos/1': ['Describe', 'Begin'],
  'photos/1/x.png': ['Begin'],
  'photos/1/photo.json': ['Describe'],
};

const subjectsOf = async (store: GitStore, path: string): Promise<string[]> => {
  const { commits } = await store.history({ path, page: 1, perPage: 100 });
  return commits.map(({ message }) => message.split('\n')[0]!);
};

const historiesOf = async (store: GitStore) =>
  Object.fromEntries(
    await Promise.all(
      Object.keys(EXPECTED).map(async (path) => [path, await subjectsOf(store, path)] as const),
    ),
  );

const open = async () => {
  const { dir, push } = await openLocalHarness({ 'posts/a.md': 'a', 'photos/1/x.png': 'x' });
  const change = (message: string, path: string, text: string | null) =>
    push(new Map([[path, text]]), message);
  await change('Edit a', 'posts/a.md', 'aa');
  await change('Describe', 'photos/1/photo.json', '{}');
  await change('Add b', 'posts/b.md', 'b');
  const path = join(dir, '..', 'cache', 'history.jsonl');
  const openLog = () => openDiskLog({ path, source: dir, onFailure: () => undefined });
  const start = () =>
    createLocalGitStore({ dir, branch: 'main', author: AUTHOR, historyLog: openLog() });
  const expectLines = (count: number) =>
    vi.waitFor(async () => expect(await openLog().read()).toHaveLength(count));
  return { path, start, change, expectLines };
};

/** Changes a path in the log, so that a result shows that it comes from there. */
const falsify = async (path: string): Promise<void> => {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  const changed = lines.map((line) => {
    const json = line.slice(line.indexOf(' ') + 1).replaceAll('posts/a.md', 'posts/c.md');
    return `${crc32(json)} ${json}\n`;
  });
  await writeFile(path, changed.join(''));
};

test.each(['by a query', 'ahead of the first query'])(
  'a later process gets the changed paths of commits, computed %s, from the log',
  async (when) => {
    const { path, start, expectLines } = await open();
    const learn = (store: ReturnType<typeof start>) =>
      when === 'by a query' ? subjectsOf(store, 'posts') : store.learnHistory();
    await learn(start());
    await expectLines(4);
    await falsify(path);
    const store = start();
    await learn(store);
    expect(await subjectsOf(store, 'posts/a.md')).toEqual([]);
    await rm(path);
    expect(await historiesOf(start())).toEqual(EXPECTED);
  },
);

test('a later process knows the second parents of cached merges', async () => {
  const { start, expectLines } = await open();
  const store = start();
  const write = (subject: string, more: object = {}) =>
    save(store, { 'posts/b.md': subject }, { subject, ...more });
  const { head: draft } = await write('draft', { branch: 'draft' });
  await write('main');
  const { head: merged } = await write('merge', { merges: draft });
  await store.learnHistory();
  await expectLines(7);
  const later = start();
  expect(await subjectsOf(later, 'posts/b.md')).toEqual(['merge', 'main', 'Add b']);
  expect(await later.mergeBase(merged, draft)).toBe(draft);
  expect(await later.proposals()).toEqual({ proposals: [] });
});

test('a save records its changed paths, and those of a push are computed', async () => {
  const { start, change, expectLines } = await open();
  const store = start();
  const files = { 'posts/b.md': 'bb', 'photos/1/photo.json': '{"alt":"x"}' };
  await save(store, files, { subject: 'Save both' });
  await expectLines(1);
  await change('Edit a again', 'posts/a.md', 'aaa');
  const added: Record<string, readonly string[]> = {
    posts: ['Edit a again', 'Save both'],
    'posts/a.md': ['Edit a again'],
    ...{ 'posts/b.md': ['Save both'], 'photos/1': ['Save both'] },
    'photos/1/photo.json': ['Save both'],
  };
  const expected = Object.fromEntries(
    Object.entries(EXPECTED).map(([path, all]) => [path, [...(added[path] ?? []), ...all]]),
  );
  expect(await historiesOf(store)).toEqual(expected);
  await expectLines(6);
  expect(await historiesOf(start())).toEqual(expected);
});

test('a commit with too many changed paths to cache is in the history of each of its files', async () => {
  const { start } = await open();
  const store = start();
  const files = Array.from({ length: 150 }, (_, i) => [`posts/p${i}.md`, 'p'] as const);
  await save(store, Object.fromEntries(files), { subject: 'Import' });
  for (const opened of [store, start()]) {
    expect(await subjectsOf(opened, 'posts/p149.md')).toEqual(['Import']);
    expect(await subjectsOf(opened, 'posts/a.md')).toEqual(['Edit a', 'Begin']);
  }
});

/** Adds commits that change one file each, quickly. */
const commitOften = (dir: string, count: number): void => {
  const commits = Array.from({ length: count }, (_, i) => {
    const from = i === 0 ? 'from refs/heads/main^0\n' : '';
    const header = `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1e9 + i} +0000\n`;
    return `${header}data 6\nChange\n${from}M 100644 inline posts/${i % 9}.md\ndata ${`${i}`.length}\n${i}\n`;
  });
  execFileSync('git', ['-C', dir, 'fast-import', '--quiet'], { input: commits.join('') });
};

test('of a history beyond the limit of the cache, only the rest is read again', async () => {
  const { dir } = await openLocalHarness();
  commitOften(dir, 100);
  const objects = createObjects(dir);
  let reads = 0;
  const cache = createCommitCache({
    objects: {
      read: (...request) => {
        reads += 1;
        return objects.read(...request);
      },
    },
    caches: createCacheRegistry(),
    treeChanges: createTreeChanges(objects),
    // About 80 commits.
    maxBytes: 40_000,
  });
  const head = toCommitSha(await git(dir, 'rev-parse', 'main'));
  const walk = async (path?: string): Promise<number> => {
    let count = 0;
    for await (const _ of cache.walk(head, path)) count += 1;
    return count;
  };
  await cache.precompute(head);
  for (const [path, count] of [
    [undefined, 101],
    ['posts/3.md', 11],
  ] as const) {
    reads = 0;
    expect(await walk(path)).toBe(count);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(60);
  }
});
