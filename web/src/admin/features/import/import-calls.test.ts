import { expect, it } from 'vitest';
import { failureMessages } from 'content-schema';
import { combine, readResult } from './import-calls.ts';

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

const errors = [{ file: 'c.md', message: 'Empty' }];

it.each([
  ['a count of posts', { count: 1, errors, message: 'No' }, 'No'],
  ['no count', { errors, message: 'No' }, 'No'],
  ['no message', { errors }, failureMessages.upload],
])('a 400 with %s is a failure', async (_, body, message) => {
  const result = await readResult(Response.json(body, { status: 400 }), 1);
  expect(result).toMatchObject({ count: 0, saved: [], errors, message });
});
