import type { PostSource } from 'content-schema';
import { expect, it } from 'vitest';
import { findAgain } from './followed-post.ts';

const postOf = (id: string, content: string, title = 'Tides'): PostSource => ({
  id,
  title,
  content,
  tags: [],
  hidden: false,
  createdAt: '2024-01-01T00:00:00.000Z',
});

const TIDES = postOf('tides', 'The boats lie\nin the mud\nuntil noon.');
const DUNES = postOf('dunes', 'Sand, and grass.', 'Dunes');

const foundIn = (...posts: PostSource[]) =>
  findAgain({ post: TIDES, among: [TIDES, DUNES] }, posts)?.id;

it('finds a post under its id, whatever else is like it', () => {
  const copy = { ...TIDES, id: 'copy' };
  expect(foundIn(copy, postOf('tides', 'All new.', 'All new'))).toBe('tides');
});

it('finds a renamed post, also one that was edited with it', () => {
  const edited = postOf('low-water', 'The boats lie\nin the mud\nuntil the flood.');
  expect(foundIn(DUNES, { ...TIDES, id: 'low-water' })).toBe('low-water');
  expect(foundIn(DUNES, edited)).toBe('low-water');
  expect(foundIn(edited, { ...TIDES, id: 'ebb' })).toBe('ebb');
});

it('takes no other post for it: neither one that was there before nor one that is little like it', () => {
  expect(foundIn(DUNES, postOf('new', 'The boats lie\non the beach, all of them.', 'New'))).toBe(
    undefined,
  );
  expect(foundIn({ ...TIDES, id: 'dunes' })).toBe(undefined);
  expect(foundIn()).toBe(undefined);
});
