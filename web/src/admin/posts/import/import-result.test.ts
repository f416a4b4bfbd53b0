import { expect, it } from 'vitest';
import { combine, readImported, readRefused } from './import-result.ts';

const errorsIn = (errors: unknown) => readImported({ errors }, 1).errors;

it('shows errors of any shape, with the file and the reason', () => {
  expect(errorsIn(['a.md is empty'])).toEqual([{ message: 'a.md is empty' }]);
  const named = [{ file: 'a.md', message: 'Empty' }];
  expect(errorsIn(named)).toEqual(named);
  expect(errorsIn([{ filename: 'a.md', error: 'Empty' }])).toEqual(named);
  expect(errorsIn([{ name: 'a.md', reason: 'Empty', code: 7 }])).toEqual(named);
  expect(errorsIn([{ filename: 'a.md' }])).toEqual([{ file: 'a.md', message: 'Upload failed' }]);
  expect(errorsIn([{ error: 'Empty' }])).toEqual([{ message: 'Empty' }]);
  expect(errorsIn([{ code: 7 }, 7])).toEqual([{ message: '{"code":7}' }, { message: '7' }]);
  expect(errorsIn('All is wrong')).toEqual([{ message: 'All is wrong' }]);
  for (const nothing of [undefined, null, [], [null, '']]) expect(errorsIn(nothing)).toEqual([]);
});

it('takes the number of posts from the count, else from the saved posts, else from the files', () => {
  expect(readImported({ count: 0, saved: [{ id: 'a' }] }, 3).count).toBe(0);
  expect(readImported({ saved: [{ id: 'a' }, { id: 'b' }] }, 3).count).toBe(2);
  for (const body of [{}, null, [], 'Done', { count: '4', saved: null }]) {
    expect(readImported(body, 3).count).toBe(3);
  }
});

it('returns the saved posts that can be linked', () => {
  const { saved } = readImported({ saved: [{ id: 'a', title: 'A' }, { id: 'b' }, null, {}] }, 4);
  expect(saved).toEqual([
    { id: 'a', title: 'A' },
    { id: 'b', title: 'b' },
  ]);
});

it('returns the files that were imported before', () => {
  const already = [{ id: 'a', file: 'a.md', message: 'Already imported' }];
  expect(readImported({ count: 0, already }, 1).already).toEqual([{ id: 'a', title: 'a.md' }]);
  expect(readImported({ count: 0 }, 1).already).toEqual([]);
});

it('reports a failed upload if a refusal has no message', () => {
  expect(readRefused({ message: 'Too much' }).message).toBe('Too much');
  for (const body of [undefined, null, '', {}, { message: '' }, { message: ' ' }, { message: 7 }]) {
    expect(readRefused(body).message).toBe('Upload failed');
  }
  expect(readRefused({ errors: ['a.md'] }).errors).toEqual([{ message: 'a.md' }]);
});

it('combines the results of several requests', () => {
  const saved = [{ id: 'a', title: 'A' }];
  const all = combine([
    { count: 1, saved, errors: [], warnings: [{ message: 'y' }], already: saved },
    { count: 2, saved: [], errors: [{ message: 'x' }], warnings: [], already: [] },
  ]);
  const messages = { errors: [{ message: 'x' }], warnings: [{ message: 'y' }] };
  expect(all).toEqual({ count: 3, saved, already: saved, ...messages });
});
