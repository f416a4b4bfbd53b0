import { expect, test } from 'vitest';
import { changeSubject, type PostChanges } from './change-subject.ts';

const subject = (changes: Partial<PostChanges>): string =>
  changeSubject({ created: [], updated: [], hidden: [], shown: [], deleted: [], ...changes });

test('one post is named by its title', () => {
  expect(subject({ created: ['Hi'] })).toBe('Create post "Hi"');
  expect(subject({ updated: ['Hi'] })).toBe('Update post "Hi"');
  expect(subject({ hidden: ['Hi'] })).toBe('Hide post "Hi"');
  expect(subject({ shown: ['Hi'] })).toBe('Show post "Hi"');
  expect(subject({ deleted: ['Hi'] })).toBe('Delete post "Hi"');
});

test('several are counted', () => {
  expect(subject({ deleted: ['A', 'B', 'C'] })).toBe('Delete 3 posts');
});

test('different changes follow one another', () => {
  expect(subject({ created: ['A'], updated: ['B', 'C'], deleted: ['D'] })).toBe(
    'Create post "A", update 2 posts, delete post "D"',
  );
});

test('a save without a change has a subject too, which no commit bears', () => {
  expect(subject({})).toBe('Update posts');
});
