import type { Upload } from 'content-schema';
import { expect, test } from 'vitest';
import { samplePost } from '../../../../../test/sample-post.ts';
import { defineAdminPage } from '../../define-admin-page.ts';
import { findEntries } from './entries.ts';

const photo = (filename: string, alt = ''): Upload => ({
  ...{ id: filename, key: filename, filename, mimetype: 'image/jpeg', size: 1, alt },
  ...{ version: '', formats: [], created_at: '2026-01-01T00:00:00.000Z' },
});

const POSTS = [
  samplePost('a', { title: 'Café by the sea', tags: ['Coast'] }),
  samplePost('b', { title: 'Sea charts', hidden: true }),
  ...Array.from({ length: 10 }, (_, index) => samplePost(`n${index}`, { title: `Note ${index}` })),
];
const PHOTOS = [photo('dunes.jpg', 'Dunes by the sea'), photo('quay.jpg')];

const Page = () => null;
const PAGES = [
  defineAdminPage({ path: '/admin/history', title: 'History', words: 'undo restore', Page }),
  defineAdminPage({ path: '/admin/history/:commit', Page }),
  defineAdminPage({
    path: '/admin',
    title: 'Dashboard',
    sections: [{ id: 'site-metadata', title: 'Site metadata', words: 'title logo' }],
    Page,
  }),
];

const textsOf = (query: string) => findEntries(query, PAGES, POSTS, PHOTOS).map(({ text }) => text);

test('finds words in titles, tags, names and descriptions, ignoring case and accents', () => {
  expect(textsOf('SEA')).toEqual(['Café by the sea', 'Sea charts', 'dunes.jpg']);
  expect(textsOf('cafe coast')).toEqual(['Café by the sea']);
  expect(textsOf('jpg quay')).toEqual(['quay.jpg']);
  expect(textsOf('nothing like it')).toEqual([]);
});

test('finds pages and settings by what one can do there', () => {
  expect(textsOf('undo')).toEqual(['History']);
  expect(textsOf('logo')).toEqual(['Site metadata']);
});

test('shows only the newest few posts, and photos only for a query', () => {
  expect(textsOf('note')).toHaveLength(6);
  const groups = findEntries('', PAGES, POSTS, PHOTOS).map(({ group }) => group);
  expect(groups.filter((group) => group === 'Posts')).toHaveLength(6);
  expect(groups).not.toContain('Photos');
});

test('marks hidden posts', () => {
  expect(findEntries('charts', PAGES, POSTS, PHOTOS)[0]).toMatchObject({ note: 'hidden' });
});
