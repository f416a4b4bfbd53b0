import { expect, test } from 'vitest';
import { touchedText } from './proposal-facts.tsx';

test('says in words what a proposal touches', () => {
  expect(touchedText([])).toBe('');
  expect(touchedText(['README.md', 'profile.json', 'posts/b.md', 'posts/a.md'])).toBe(
    '2 posts, profile, 1 other file',
  );
});

test('counts a photo with its metadata once', () => {
  const photo = ['photos/1/dunes.webp', 'photos/1/photo.json'];
  expect(touchedText([...photo, 'photos/2/photo.json', 'assets/logo.svg'])).toBe('logo, 2 photos');
});
