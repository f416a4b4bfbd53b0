import { expect, test } from 'vitest';
import { sortPosts } from './post-order.ts';

test('posts are sorted by updatedAt else createdAt, undated last in their order', () => {
  const posts = [
    { id: 'undated 1' },
    { id: 'old', createdAt: '2020-01-01' },
    { id: 'updated', createdAt: '2019-01-01', updatedAt: '2026-01-01T00:00:00Z' },
    { id: 'undated 2' },
    { id: 'new', createdAt: '2025-01-01' },
  ];
  expect(sortPosts(posts).map(({ id }) => id)).toEqual([
    'updated',
    'new',
    'old',
    'undated 1',
    'undated 2',
  ]);
});
