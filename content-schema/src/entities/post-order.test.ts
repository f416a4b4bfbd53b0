import { expect, test } from 'vitest';
import { neighboursOf, sortPosts } from './post-order.ts';

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

test('posts of the same key in several languages are translations', () => {
  const of = (id: string, lang?: string, translationKey?: string) => ({
    ...{ id, title: id, tags: [], hidden: false },
    ...(lang !== undefined && { lang }),
    ...(translationKey !== undefined && { translationKey }),
  });
  const posts = [
    of('a', 'en', 'k'),
    of('b', 'ja', 'k'),
    of('c', 'en', 'l'),
    of('d'),
    of('e', 'fr'),
  ];
  expect(neighboursOf(posts, 'b').translations).toEqual([
    { id: 'a', lang: 'en', name: 'English' },
    { id: 'b', lang: 'ja', name: '日本語' },
  ]);
  for (const id of ['c', 'd', 'e'])
    expect(neighboursOf(posts, id)).not.toHaveProperty('translations');
});

test('a post without a language has that of the site', () => {
  const of = (id: string) => ({ id, title: id, tags: [], hidden: false, translationKey: 'k' });
  const posts = [of('a'), { ...of('b'), lang: 'en' }];
  expect(neighboursOf(posts, 'b', 'de').translations).toEqual([
    { id: 'a', lang: 'de', name: 'Deutsch' },
    { id: 'b', lang: 'en', name: 'English' },
  ]);
  expect(neighboursOf(posts, 'b', '')).not.toHaveProperty('translations');
});

test('a post has the older one before it and the newer one after it', () => {
  const posts = ['new', 'old', 'oldest'].map((id) => ({
    id,
    title: `Title of ${id}`,
    tags: [],
    hidden: false,
  }));
  expect(neighboursOf(posts, 'old')).toEqual({
    previous: { id: 'oldest', title: 'Title of oldest' },
    next: { id: 'new', title: 'Title of new' },
  });
  expect(neighboursOf(posts, 'new')).toEqual({ previous: { id: 'old', title: 'Title of old' } });
  expect(neighboursOf(posts, 'oldest')).toEqual({ next: { id: 'old', title: 'Title of old' } });
  expect(neighboursOf(posts, 'unknown')).toEqual({});
});
