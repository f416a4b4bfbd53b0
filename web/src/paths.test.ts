import { tagKey } from 'content-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagPath } from './paths.ts';
import { loginPath, safeReturnPath } from './routing/login-path.ts';

const SITE = 'https://portfolio.example';

describe('the return path after signing in', () => {
  it('leads to the requested path, query and hash', () => {
    const asked = '/admin/blogs?page=2&q=a%20b#post-3';
    const from = new URL(loginPath(asked), SITE).searchParams.get('from');
    expect(safeReturnPath(from)).toBe(asked);
  });

  it.each([
    null,
    '',
    'admin',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example/admin',
    'javascript:alert(1)',
    '/login?from=/login',
  ])('leads to the admin area instead of %j', (from) => {
    expect(safeReturnPath(from)).toBe('/admin');
  });

  it('stays on the site for any requested address', () => {
    const piece = fc.constantFrom('\t', ...'/ \\ . .. // %2f : @ evil.example'.split(' '));
    const hostile = fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 });
    fc.assert(
      fc.property(hostile, (pieces) => {
        const path = safeReturnPath(`/${pieces.join('')}`);
        expect(new URL(path, SITE).origin).toBe(SITE);
      }),
      { numRuns: 1000 },
    );
  });
});

it('every tag has a page with its own address, even one made of dots', () => {
  const tag = fc
    .oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^~?\.{0,3}~?$/))
    .filter((line) => line.trim() !== '');
  fc.assert(
    fc.property(tag, (own) => {
      const path = tagPath(own);
      expect(new URL(path, SITE).pathname).toBe(path);
      const [, slug = ''] = /^\/blogs\/tags\/([^/]+)$/.exec(path) ?? [];
      expect(tagKey(decodeURIComponent(slug))).toBe(tagKey(own));
    }),
  );
  expect(tagPath('C++')).toBe('/blogs/tags/c%2B%2B');
  expect(tagPath('\ud800')).toBe('/blogs/tags/%EF%BF%BD');
});
