import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loginPath, safeReturnPath } from './return-path.ts';

const SITE = 'https://portfolio.example';

describe('the way back after signing in', () => {
  it('leads to the path, query and hash that were asked for', () => {
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

  it('stays on the site, whatever is asked for', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      '%2f',
      '\t',
      ':',
      '@',
      'evil.example',
    );
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
