import { expect, it } from 'vitest';
import { postsUsing } from './photo-usage.tsx';

const photo = { id: '01JWT6444RQM8SZKMERQ1BVHWF', filename: 'low water.webp' };

const isUsedIn = (content: string, used = photo): boolean =>
  postsUsing(used, [{ content }]).length === 1;

it('finds the posts that use a photo by its id or by its file name', () => {
  expect(isUsedIn(`![Boats](/photos/${photo.id})`)).toBe(true);
  expect(isUsedIn(`![Boats](/photos/${photo.id} "At noon").`)).toBe(true);
  expect(isUsedIn('![Boats](/uploads/low%20water.webp)')).toBe(true);
  expect(isUsedIn('<https://example.com/uploads/low water.webp>')).toBe(true);
});

it('does not confuse photos whose names begin alike', () => {
  expect(isUsedIn('No picture')).toBe(false);
  expect(isUsedIn(`![Boats](/photos/${photo.id}2)`)).toBe(false);
  expect(isUsedIn('![](/photos/a.png.webp)', { id: 'a.png', filename: 'a.png' })).toBe(false);
  expect(isUsedIn('![](/photos/aXpng)', { id: 'a.png', filename: 'a.png' })).toBe(false);
  expect(isUsedIn('See /photos/a.png.', { id: 'a.png', filename: 'a.png' })).toBe(true);
});
