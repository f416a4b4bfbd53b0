import type { Upload } from 'content-schema';
import { expect, it } from 'vitest';
import { findPhotos, type PhotoOrder } from './photo-order.ts';

const photo = (filename: string, day: number, more: Partial<Upload> = {}): Upload => ({
  ...{ id: filename, key: filename, filename, mimetype: 'image/png', size: day },
  ...{ version: '', formats: [], created_at: `2026-01-0${day}T12:00:00.000Z` },
  ...more,
});
const PHOTOS = [
  photo('pier-10.png', 1, { alt: 'Boats at the Café' }),
  photo('pier-9.png', 3, { caption: 'At noon' }),
  photo('Dunes.webp', 2),
];
const names = (words: string, order?: PhotoOrder) =>
  findPhotos(PHOTOS, words, order).map(({ filename }) => filename);

it('finds photos by name, alt text and caption', () => {
  expect(names('pier')).toEqual(['pier-9.png', 'pier-10.png']);
  expect(names('boats cafe')).toEqual(['pier-10.png']);
  expect(names('noon')).toEqual(['pier-9.png']);
  expect(names('nothing')).toEqual([]);
});

it('sorts by date, by name with numbers in numeric order, or by size', () => {
  expect(names('')).toEqual(['pier-9.png', 'Dunes.webp', 'pier-10.png']);
  expect(names('', 'name')).toEqual(['Dunes.webp', 'pier-9.png', 'pier-10.png']);
  expect(names('', 'size')).toEqual(['pier-9.png', 'Dunes.webp', 'pier-10.png']);
});
