import { expect, it } from 'vitest';
import { combine } from './import-calls.ts';

it('combines the results of several requests', () => {
  const saved = [{ id: 'a', title: 'A', tags: [], hidden: false }];
  const already = [{ id: 'b', file: 'b.md', message: 'Already imported' }];
  const warnings = [{ file: 'a.md', message: 'No date' }];
  const errors = [{ file: 'c.md', message: 'Empty' }];
  const message = 'No posts were imported';
  expect(
    combine([
      { count: 1, saved, errors: [], warnings, already, commits: ['a'] },
      { count: 0, saved: [], errors, warnings: [], already: [], commits: ['b'], message },
    ]),
  ).toEqual({ count: 1, saved, errors, warnings, already, commits: ['a', 'b'], message });
  expect(combine([])).not.toHaveProperty('message');
});
