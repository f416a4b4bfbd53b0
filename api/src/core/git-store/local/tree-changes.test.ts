import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectIdOf } from '../git-object-id.ts';
import { createTreeChanges } from './tree-changes.ts';
import { inGitOrder, renderTree, type TreeItem } from '../tree-object.ts';

const names = fc.constantFrom('a', 'a.md', 'a-b', 'ab', 'b', 'post-1', 'post-10', 'post-2', 'z');
// Few ids, some with bytes that look like other parts of a tree object.
const shas = fc.constantFrom(
  '00'.repeat(20),
  '20'.repeat(20),
  `61${'00'.repeat(19)}`,
  // Ends with the digit 1.
  `${'00'.repeat(19)}31`,
  'ff'.repeat(20),
);
const modes = fc.constantFrom('100644', '100755', '40000', '160000');
const directory = fc
  .uniqueArray(fc.record({ name: names, sha: shas, mode: modes }), { selector: ({ name }) => name })
  .map((items) => new Map<string, TreeItem>(items.map((item) => [item.name, item])));

const isSame = (one: TreeItem | undefined, other: TreeItem | undefined) =>
  one?.sha === other?.sha && one?.mode === other?.mode;

test('exactly the paths whose tree items differ are reported as changed', async () => {
  await fc.assert(
    fc.asyncProperty(directory, directory, async (before, after) => {
      const bodies = [before, after].map((items) =>
        renderTree([...items.values()].sort(inGitOrder)),
      );
      const objects = new Map(bodies.map((body) => [objectIdOf('tree', body), body]));
      const [from = '', to = ''] = bodies.map((body) => objectIdOf('tree', body));
      const read = (sha: string) => Promise.resolve(objects.get(sha)!);
      const { changesPath, names: namesChanged } = createTreeChanges({ read });
      const changed = new Set(await namesChanged(from, to, 1, 100));
      for (const name of new Set([...before.keys(), ...after.keys(), 'absent'])) {
        const expected = !isSame(before.get(name), after.get(name));
        expect(await changesPath(from, to, name)).toBe(expected);
        expect(changed.has(name)).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});
