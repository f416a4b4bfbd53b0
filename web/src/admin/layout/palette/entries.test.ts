import type { PostHeading, Upload } from 'content-schema';
import { expect, test } from 'vitest';
import { findEntries } from './entries.ts';

const post = (id: string, title: string, more: Partial<PostHeading> = {}): PostHeading => ({
  id,
  title,
  tags: [],
  hidden: false,
  ...more,
});

const photo = (filename: string, alt = ''): Upload => ({
  id: filename,
  key: `photos/${filename}`,
  filename,
  mimetype: 'image/jpeg',
  size: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  alt,
});

const POSTS = [
  post('a', 'Café by the sea', { tags: ['Coast'] }),
  post('b', 'Sea charts', { hidden: true }),
  ...Array.from({ length: 10 }, (_, index) => post(`n${index}`, `Note ${index}`)),
];
const PHOTOS = [photo('dunes.jpg', 'Dunes by the sea'), photo('quay.jpg')];

const textsOf = (query: string) => findEntries(query, POSTS, PHOTOS).map(({ text }) => text);

test('every word is found, whatever its case and accents, in titles, tags, names and descriptions', () => {
  expect(textsOf('SEA')).toEqual(['Café by the sea', 'Sea charts', 'dunes.jpg']);
  expect(textsOf('cafe coast')).toEqual(['Café by the sea']);
  expect(textsOf('jpg quay')).toEqual(['quay.jpg']);
  expect(textsOf('nothing like it')).toEqual([]);
});

test('pages and settings are found by what is done there', () => {
  expect(textsOf('undo')).toEqual(['History']);
  expect(textsOf('logo')).toEqual(['Site metadata']);
});

test('of many posts the newest few are shown, and photos only for words', () => {
  expect(findEntries('note', POSTS, PHOTOS)).toHaveLength(6);
  expect(findEntries('', POSTS, PHOTOS).filter(({ group }) => group === 'Posts')).toHaveLength(6);
  expect(findEntries('', POSTS, PHOTOS).some(({ group }) => group === 'Photos')).toBe(false);
});

test('a hidden post is told from others', () => {
  expect(findEntries('charts', POSTS, PHOTOS)[0]).toMatchObject({ note: 'hidden' });
});
