import type { PostHeading } from 'content-schema';
import { expect, it } from 'vitest';
import { filterPosts, filterQuery, readFilter, tagsOf } from './list-filter.ts';

const post = (id: string, tags: readonly string[]): PostHeading => ({
  id,
  title: `The ${id}`,
  tags,
  hidden: false,
});

const POSTS = [post('Café', ['Food']), post('tides', ['sea ', 'Moon']), post('dunes', ['Sea'])];

const found = (words: string, tag = '', inTexts: readonly string[] = []): string[] =>
  filterPosts(POSTS, { words, tag, page: null }, new Set(inTexts)).map(({ id }) => id);

it('finds posts that have every word somewhere, whatever the case and the accents', () => {
  expect(found('')).toEqual(['Café', 'tides', 'dunes']);
  expect(found('CAFE')).toEqual(['Café']);
  expect(found('food the')).toEqual(['Café']);
  expect(found(' moon ')).toEqual(['tides']);
  expect(found('food moon')).toEqual([]);
  expect(found('window', '', ['Café'])).toEqual(['Café']);
});

it('finds posts by tag, as tags are compared everywhere', () => {
  expect(found('', 'SEA')).toEqual(['tides', 'dunes']);
  expect(found('wind', 'sea', ['Café', 'dunes'])).toEqual(['dunes']);
  expect(tagsOf(POSTS)).toEqual(['Food', 'Moon', 'sea']);
});

it('comes back from an address as it was', () => {
  for (const filter of [
    { words: 'a & b', tag: 'c++', page: '3' },
    { words: '', tag: '', page: null },
  ]) {
    expect(readFilter(filterQuery(filter))).toEqual(filter);
  }
  expect(filterQuery({ words: '', tag: '', page: '1' })).toBe('');
});
