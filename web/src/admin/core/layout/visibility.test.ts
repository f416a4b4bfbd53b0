import { expect, it } from 'vitest';
import { samplePost as post } from '../../../../test/sample-post.ts';
import { hiddenNote, latestPosts } from './visibility.ts';

it('says why visitors do not see a post', () => {
  const planned = { publishDate: '2131-12-01T09:00' };
  expect(hiddenNote(post('a', { createdAt: '2020-01-01' }))).toBeUndefined();
  expect(hiddenNote(post('a', planned))).toMatch(/^Planned for 1 Dec 2131(,| at) 09:00$/);
  expect(hiddenNote(post('a', { ...planned, hidden: true }))).toBe('Hidden');
  expect(hiddenNote(post('a', { expiryDate: '2020-01-01' }))).toBe('Expired');
});

it('lists the next planned post before those that changed last', () => {
  const posts = [
    post('later', { publishDate: '2131-02-01' }),
    post('next', { publishDate: '2131-01-01' }),
    post('old', { createdAt: '2020-01-01' }),
    post('new', { createdAt: '2021-01-01' }),
    post('hidden', { createdAt: '2022-01-01', hidden: true }),
  ];
  expect(latestPosts(posts, 2).map(({ id }) => id)).toEqual(['next', 'hidden', 'new']);
  expect(latestPosts(posts.slice(2, 4), 2).map(({ id }) => id)).toEqual(['new', 'old']);
});
