import { expect, test } from 'vitest';
import {
  isContentPath,
  isPhotoDetailsPath,
  photoDetailsPath,
  photoOf,
  photoPath,
  postIdOf,
  postPath,
} from './repository-layout.ts';

test('a post lies right in its folder', () => {
  expect(postIdOf(postPath('héllo wörld'))).toBe('héllo wörld');
  for (const path of ['posts/a/b.md', 'posts/.md', 'posts/a.txt', 'drafts/a.md', 'posts/a']) {
    expect(postIdOf(path), path).toBeUndefined();
  }
});

test('a post whose file name is the path of another page has another id', () => {
  for (const name of ['new', 'New', 'tags', '.', '..']) {
    expect(postIdOf(`posts/${name}.md`)).toBe(`~${name}`);
    expect(postIdOf(`posts/~${name}.md`)).toBe(`~~${name}`);
    expect(postPath(`~${name}`)).toBe(`posts/${name}.md`);
    expect(postPath(`~~${name}`)).toBe(`posts/~${name}.md`);
  }
  for (const name of ['con', 'newer', '~', '~a', 'a~new', '...', 'news']) {
    expect(postIdOf(`posts/${name}.md`)).toBe(name);
    expect(postPath(name)).toBe(`posts/${name}.md`);
  }
});

test('a photo lies in a folder named by its id, or right in the folder', () => {
  expect(photoOf(photoPath('01J', 'sunset.png'))).toEqual({ id: '01J', filename: 'sunset.png' });
  expect(photoOf('photos/cat.jpg')).toEqual({ id: 'cat.jpg', filename: 'cat.jpg' });
  for (const path of ['photos/', 'photos/a/', 'photos/a/b/c', 'pictures/a']) {
    expect(photoOf(path), path).toBeUndefined();
  }
});

test('what is known of a photo lies in its folder, or beside one that is in none', () => {
  expect(photoDetailsPath('photos/01J/sunset.png')).toBe('photos/01J/photo.json');
  expect(photoDetailsPath('photos/cat.jpg')).toBe('photos/cat.jpg.json');
  for (const path of ['photos/01J/photo.json', 'photos/cat.jpg.json']) {
    expect([isPhotoDetailsPath(path), isContentPath(path), photoOf(path)]).toEqual([
      true,
      true,
      undefined,
    ]);
  }
  for (const path of ['photos/01J/other.json', 'photos/photo.json', 'a/photo.json']) {
    expect(isPhotoDetailsPath(path), path).toBe(false);
  }
});
