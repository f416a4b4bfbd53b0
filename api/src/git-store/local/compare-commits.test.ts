import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCommitSha } from '../git-object-id.ts';
import type { CommitSha } from '../git-store.ts';
import { changesFrom, request } from '../test/requests.ts';
import { git } from './test/git.ts';
import { openLocalHarness } from './test/local-harness.ts';

test('finds a merge base that git finds, in histories with many merges', async () => {
  const { dir, store } = await openLocalHarness();
  const tree = await git(dir, 'rev-parse', 'main^{tree}');
  const root = await store.head();
  const commit = async (parents: readonly string[], date: number): Promise<CommitSha> => {
    const options = parents.flatMap((parent) => ['-p', parent]);
    const dated = ['-c', `user.name=a`, 'commit-tree', tree, ...options];
    return toCommitSha(await git(dir, ...dated, '-m', `${parents.join(' ')} ${date}`));
  };
  const steps = fc.array(fc.tuple(fc.nat(20), fc.option(fc.nat(20))), {
    minLength: 4,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (graph) => {
      const commits: CommitSha[] = [root];
      for (const [i, [first, second]] of graph.entries()) {
        const parents = [first, second ?? first].map((n) => commits[n % commits.length]!);
        commits.push(await commit([...new Set(parents)], i));
      }
      const [one, other] = [commits.at(-1)!, commits.at(-2)!];
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
  const draft = async (branch: string, files: Record<string, string | null>) => {
    const call = { ...request(head, changesFrom(files), `Draft ${branch}`), branch };
    return (await store.commit(call)).head;
  };
  const older = await draft('older', { 'posts/größe.md': 'ü', 'posts/a.md': null });
  await git(dir, 'pack-refs', '--all');
  await git(dir, 'gc', '--quiet');
  await git(dir, 'branch', 'merged', head);
  await writeFile(join(dir, 'refs/heads/broken'), `${'1'.repeat(40)}\n`);
  await writeFile(join(dir, 'refs/heads/link'), 'ref: refs/heads/older\n');
  const later = `${older}^{tree}`;
  const env = ['-c', 'user.name=Eve', 'commit-tree', later, '-p', older, '-m', 'More'];
  await git(dir, 'update-ref', 'refs/heads/newer', await git(dir, ...env));
  const { proposals } = await store.proposals();
  expect(proposals.map(({ id }) => id).toSorted()).toEqual(['newer', 'older']);
  const byId = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  expect(byId.get('newer')).toMatchObject({ title: 'Draft older', author: 'Grace' });
  expect(byId.get('older')).toEqual({
    ...{ id: 'older', branch: 'older', title: 'Draft older', author: 'Ada Lovelace' },
    ...{ head: older, date: (await store.show(older)).date, comments: [] },
    paths: ['posts/größe.md', 'posts/a.md'],
  });
});
