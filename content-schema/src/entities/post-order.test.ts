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
  const sorted = ['updated', 'new', 'old', 'undated 1', 'undated 2'];
  expect(sortPosts(posts).map(({ id }) => id)).toEqual(sorted);
});

test('posts of the same key in several languages are translations', () => {
  const of = (id: string, lang?: string, translationKey = 'k') => ({
    ...{ id, title: id, tags: [], hidden: false, translationKey },
    ...(lang !== undefined && { lang }),
  });
  const posts = [
    of('a'),
    of('b', 'ja'),
    of('c', 'en', 'l'),
    of('d', 'fr', 'm'),
    of('e', 'de', 'm'),
  ];
  const translations = (id: string, ofSite?: string) =>
    neighboursOf(posts, id, ofSite).translations?.map(({ id, lang, name }) => [id, lang, name]);
  expect(translations('b', 'de')).toEqual([
    ['a', 'de', 'Deutsch'],
    ['b', 'ja', '日本語'],
  ]);
  expect(translations('d')).toEqual([
    ['d', 'fr', 'français'],
    ['e', 'de', 'Deutsch'],
  ]);
  expect(translations('c')).toBeUndefined();
  // A post without a language has that of the site, if the site has one.
  expect(translations('b', '')).toBeUndefined();
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
