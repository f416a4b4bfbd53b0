import { expect, onTestFinished, test, vi } from 'vitest';
import { createMediaLinks } from './media-links.ts';

const KEY = 'photos/01JWT6444RQM8SZKMERQ1BVHWF/low water é.webp';
const HOUR_MS = 60 * 60 * 1000;

const setClock = (time: string | number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

const parse = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return {
    key: decodeURIComponent(pathname.replace('/media/', '')),
    expires: searchParams.get('expires')!,
    signature: searchParams.get('signature')!,
  };
};

test('a link opens the file it was made for', () => {
  const links = createMediaLinks(['secret']);
  const { key, expires, signature } = parse(links.link(KEY).url);
  expect(key).toBe(KEY);
  expect(links.allows(key, expires, signature)).toBe(true);
});

test('a link that was changed opens nothing', () => {
  const links = createMediaLinks(['secret']);
  const { expires, signature } = parse(links.link(KEY).url);
  const last = signature.endsWith('A') ? 'B' : 'A';
  expect(links.allows('photos/other.png', expires, signature)).toBe(false);
  expect(links.allows(KEY, String(Number(expires) + 1), signature)).toBe(false);
  expect(links.allows(KEY, expires, signature.slice(0, -1) + last)).toBe(false);
  expect(links.allows(KEY, expires, `${signature}!`)).toBe(false);
  expect(links.allows(KEY, expires, '')).toBe(false);
  expect(links.allows(KEY, 'NaN', signature)).toBe(false);
});

test('a link is the same all through its window, and stable for as long as it says', () => {
  const links = createMediaLinks(['secret']);
  setClock('2026-01-31T06:00:00Z');
  const { url, stableSeconds } = links.link(KEY);
  expect(stableSeconds).toBe(6 * 60 * 60);
  setClock('2026-01-31T11:59:59Z');
  expect(links.link(KEY)).toEqual({ url, stableSeconds: 1 });
  setClock('2026-01-31T12:00:00Z');
  expect(links.link(KEY).url).not.toBe(url);
});

test('a link is good for a whole window after it was given out, and for two at most', () => {
  const links = createMediaLinks(['secret']);
  setClock('2026-01-31T11:59:59Z');
  const { key, expires, signature } = parse(links.link(KEY).url);
  setClock(Date.now() + 6 * HOUR_MS);
  expect(links.allows(key, expires, signature)).toBe(true);
  setClock(Date.now() + 1000);
  expect(links.allows(key, expires, signature)).toBe(false);
});

test('the first secret signs, all verify, and others do not', () => {
  const { key, expires, signature } = parse(createMediaLinks(['old']).link(KEY).url);
  const rotated = createMediaLinks(['new', 'old']);
  expect(rotated.allows(key, expires, signature)).toBe(true);
  expect(rotated.link(KEY).url).toBe(createMediaLinks(['new']).link(KEY).url);
  expect(createMediaLinks(['new']).allows(key, expires, signature)).toBe(false);
});
