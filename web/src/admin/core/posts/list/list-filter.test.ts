import { expect, it } from 'vitest';
import { samplePost } from '../../../../../test/sample-post.ts';
import {
  filterPosts,
  filterQuery,
  NO_FILTER,
  readFilter,
  tagsOf,
  type ListFilter,
} from './list-filter.ts';

const POSTS = [
  samplePost('Café', { tags: ['Food'], createdAt: '2024-01-01', updatedAt: '2026-01-01' }),
  samplePost('tides', { tags: ['sea ', 'Moon'], createdAt: '2025-01-01', hidden: true }),
  samplePost('dunes', { tags: ['Sea'] }),
];

const foundBy = (filter: Partial<ListFilter>, inTexts: readonly string[] = []): string[] =>
  filterPosts(POSTS, { ...NO_FILTER, ...filter }, new Set(inTexts)).map(({ id }) => id);

const result = (words: string, tag = '', inTexts: readonly string[] = []): string[] =>
  foundBy({ q: words, tag }, inTexts);

it('finds posts that contain every word, ignoring case and accents', () => {
  expect(result('')).toEqual(['Café', 'tides', 'dunes']);
  expect(result('CAFE')).toEqual(['Café']);
  expect(result('food title')).toEqual(['Café']);
  expect(result(' moon ')).toEqual(['tides']);
  expect(result('food moon')).toEqual([]);
  expect(result('window', '', ['Café'])).toEqual(['Café']);
});

it('finds posts by tag, comparing tags as elsewhere', () => {
  expect(result('', 'SEA')).toEqual(['tides', 'dunes']);
  expect(result('wind', 'sea', ['Café', 'dunes'])).toEqual(['dunes']);
  expect(tagsOf(POSTS)).toEqual(['Food', 'Moon', 'sea']);
});

it('shows only visible or only hidden posts', () => {
  expect(foundBy({ show: 'visible' })).toEqual(['Café', 'dunes']);
  expect(foundBy({ show: 'hidden' })).toEqual(['tides']);
});

it('sorts posts, with those without a date last', () => {
  expect(foundBy({ sort: 'changed' })).toEqual(['Café', 'tides', 'dunes']);
  expect(foundBy({ sort: 'newest' })).toEqual(['tides', 'Café', 'dunes']);
  expect(foundBy({ sort: 'oldest' })).toEqual(['Café', 'tides', 'dunes']);
  expect(foundBy({ sort: 'title' })).toEqual(['Café', 'dunes', 'tides']);
  const numbered = ['Post 10', 'post 9', 'Post 2'].map((title) => samplePost(title, { title }));
  const byTitle = filterPosts(numbered, { ...NO_FILTER, sort: 'title' }, new Set());
  expect(byTitle.map(({ title }) => title)).toEqual(['Post 2', 'post 9', 'Post 10']);
});

it('survives a round trip through the address', () => {
  const filters: ListFilter[] = [
    { q: 'a & b', tag: 'c++', show: 'hidden', sort: 'title', page: '3' },
    NO_FILTER,
  ];
  for (const filter of filters) expect(readFilter(filterQuery(filter))).toEqual(filter);
  expect(filterQuery(NO_FILTER)).toBe('');
  expect(readFilter('?show=toString&sort=nothing')).toEqual(NO_FILTER);
});
