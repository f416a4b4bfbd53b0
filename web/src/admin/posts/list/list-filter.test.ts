import type { Post } from 'content-schema';
import { expect, it } from 'vitest';
import { filterPosts, filterQuery, readFilter, tagsOf } from './list-filter.ts';

const post = (id: string, tags: readonly string[], content = ''): Post => ({
  id,
  title: `The ${id}`,
  content,
  contentHtml: '',
  tags,
  hidden: false,
});

const POSTS = [
  post('Café', ['Food'], 'A table by the window'),
  post('tides', ['sea ', 'Moon']),
  post('dunes', ['Sea'], 'A table of winds'),
];

const found = (words: string, tag = ''): string[] =>
  filterPosts(POSTS, { words, tag, page: null }).map(({ id }) => id);

it('finds posts that have every word somewhere, whatever the case and the accents', () => {
  expect(found('')).toEqual(['Café', 'tides', 'dunes']);
  expect(found('CAFE')).toEqual(['Café']);
  expect(found('table the')).toEqual(['Café', 'dunes']);
  expect(found(' moon ')).toEqual(['tides']);
  expect(found('table moon')).toEqual([]);
});

it('finds posts by tag, as tags are compared everywhere', () => {
  expect(found('', 'SEA')).toEqual(['tides', 'dunes']);
  expect(found('wind', 'sea')).toEqual(['dunes']);
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
