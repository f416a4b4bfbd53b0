import { UNDATED } from 'content-schema';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import type { BlobSha, Tree } from '../git-store/git-store.ts';
import { photosOf } from './photo.ts';

const treeOf = (...paths: string[]): Tree =>
  new Map(paths.map((path, size) => [path, { sha: String(size) as BlobSha, size }]));

test('a photo is described by its path and its tree entry', () => {
  const createdAt = new Date('2026-01-31T08:30:00.123Z');
  const id = ulid(createdAt.getTime());
  const key = `photos/${id}/low-water.webp`;
  const file = { filename: 'low-water.webp', mimetype: 'image/webp', size: 1, blob: '1' };
  expect(photosOf(treeOf('profile.json', key))).toEqual([{ id, key, createdAt, ...file }]);
});

test('photos are sorted newest first, and those added by hand come last', () => {
  const tree = treeOf(
    'photos/beach.JPG',
    'photos/01JWT6444RQM8SZKMERQ1BVHWF/old.png',
    'photos/01K81NPA5ZW5G77XR1W3S9XMC9/new.png',
  );
  const filenames = photosOf(tree).map(({ filename }) => filename);
  expect(filenames).toEqual(['new.png', 'old.png', 'beach.JPG']);
  expect(photosOf(tree)[2]).toMatchObject({ id: 'beach.JPG', mimetype: 'image/jpeg' });
  expect(photosOf(tree)[2]?.createdAt.toISOString()).toBe(UNDATED);
});

test('other files are no photos, and an id belongs to one photo', () => {
  const others = ['photos/.gitkeep', 'photos/notes.md', 'photos/png', 'photos/a/b/c.png'];
  const tree = treeOf(...others, 'photos/trip/b.png', 'photos/trip/a.png');
  expect(photosOf(tree).map(({ key }) => key)).toEqual(['photos/trip/a.png']);
});
