import { expect, test } from 'vitest';
import type { BlobSha } from '../git-store/git-store.ts';
import { createMediaLinks } from './media-links.ts';

const ID = '01JWT6444RQM8SZKMERQ1BVHWF';
const KEY = `photos/${ID}/low water é.webp`;
const PHOTO = { key: KEY, blob: '0123456789abcdef'.padEnd(40, '0') as BlobSha };

const parse = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const key = decodeURIComponent(pathname.replace('/media/', ''));
  return { key, query: Object.fromEntries(searchParams) };
};

test('a modified link is invalid', () => {
  const links = createMediaLinks(['secret']);
  const { query } = parse(links.link(PHOTO));
  const { signature = '', expires } = query;
  const last = signature.endsWith('A') ? 'B' : 'A';
  for (const changed of [
    { ...query, expires: String(Number(expires) + 1) },
    { ...query, expires: 'NaN' },
    { ...query, v: 'fedcba987654' },
    { expires, signature },
    { ...query, signature: signature.slice(0, -1) + last },
    { ...query, signature: `${signature}!` },
    { ...query, signature: '' },
    { ...query, signature: [signature] },
  ]) {
    expect(links.open(KEY, changed), JSON.stringify(changed)).toBeUndefined();
  }
  expect(links.open('photos/other.png', query)).toBeUndefined();
});

test('the first secret signs, and all of them verify', () => {
  const { key, query } = parse(createMediaLinks(['old']).link(PHOTO));
  const rotated = createMediaLinks(['new', 'old']);
  expect(rotated.open(key, query)).toBeDefined();
  expect(rotated.link(PHOTO)).toBe(createMediaLinks(['new']).link(PHOTO));
  expect(createMediaLinks(['new']).open(key, query)).toBeUndefined();
});
