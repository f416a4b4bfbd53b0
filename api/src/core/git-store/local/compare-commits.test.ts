import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import { save } from '../test/requests.ts';
import { git, gitWithInput } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

/** Parents of a commit, as positions among the root and the commits before it. */
type Step = readonly [first: number, second: number | null];

test('finds a merge base that git finds, in histories with many merges', async () => {
  const { dir, store } = await openLocalHarness();
  const root = await store.head();
  const commit = ([first, second]: Step, index: number): string => {
    const parents = [first, second ?? first].map((n) => n % (index + 1));
    const named = [...new Set(parents)].map((n) => (n === 0 ? root : `:${n}`));
    const edges = named.map((parent, n) => `${n === 0 ? 'from' : 'merge'} ${parent}\n`);
    const head = `commit refs/heads/many\nmark :${index + 1}\ncommitter a <a@b.c> now\n`;
    return `${head}data ${String(index).length}\n${index}\n${edges.join('')}`;
  };
  const marks = join(dir, 'marks');
  const options = ['--quiet', '--force', '--date-format=now', `--export-marks=${marks}`];
  /** Makes the commits in one process, and returns their ids by number. */
  const commitAll = async (graph: readonly Step[]): Promise<Map<number, CommitSha>> => {
    await gitWithInput(dir, ['fast-import', ...options], Buffer.from(graph.map(commit).join('')));
    const lines = (await readFile(marks, 'utf8')).trimEnd().split('\n');
    return new Map(
      lines.map((line) => {
        const [mark = '', sha = ''] = line.split(' ');
        return [Number(mark.slice(1)), toCommitSha(sha)];
      }),
    );
  };
  const step = fc.tuple(fc.nat(20), fc.option(fc.nat(20)));
  const steps = fc.array(step, { minLength: 4, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, async (graph) => {
      const commits = await commitAll(graph);
      const [one, other] = [commits.get(graph.length)!, commits.get(graph.length - 1)!];
      const bases = (await git(dir, 'merge-base', '--all', one, other)).split('\n');
      expect(bases).toContain(await store.mergeBase(one, other));
    }),
    { numRuns: 12 },
  );
});

test('commits without a common ancestor have no merge base', async () => {
  const { dir, store } = await openLocalHarness({ a: 'a' });
  const tree = await git(dir, 'rev-parse', 'main^{tree}');
  const orphan = toCommitSha(await git(dir, 'commit-tree', tree, '-m', 'Begin elsewhere'));
  expect(await store.mergeBase(await store.head(), orphan)).toBeUndefined();
  await git(dir, 'update-ref', 'refs/heads/elsewhere', orphan);
  const { proposals } = await store.proposals();
  expect(proposals).toMatchObject([{ id: 'elsewhere', title: 'Begin elsewhere', paths: ['a'] }]);
});

test('branches are listed newest first, packed or not, without those that are broken or merged', async () => {
  const { dir, store } = await openLocalHarness({ 'posts/a.md': 'a' });
  const head = await store.head();
  const files = { 'posts/größe.md': 'ü', 'posts/a.md': null };
  const draft = { branch: 'older', subject: 'Draft older' };
  const { head: older } = await save(store, files, draft);
  await git(dir, 'pack-refs', '--all');
  await git(dir, 'gc', '--quiet');
  await git(dir, 'branch', 'merged', head);
  await writeFile(join(dir, 'refs/heads/broken'), `${'1'.repeat(40)}\n`);
  await writeFile(join(dir, 'refs/heads/link'), 'ref: refs/heads/older\n');
  const later = `${older}^{tree}`;
  const env = ['-c', 'user.name=Eve', 'commit-tree', later, '-p', older, '-m', 'More'];
  await git(dir, 'update-ref', 'refs/heads/newer', await git(dir, ...env));
  const { proposals } = await store.proposals();
  expect(proposals.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
    expect.objectContaining({ id: 'newer', title: 'Draft older', author: 'Grace' }),
    {
      ...{ id: 'older', branch: 'older', title: 'Draft older', author: 'Ada Lovelace' },
      ...{ head: older, date: (await store.show(older)).date, comments: [] },
      paths: ['posts/größe.md', 'posts/a.md'],
    },
  ]);
});
