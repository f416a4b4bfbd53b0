import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasTag, tagKey, tagOfSlug, tagSlug } from './tags.ts';

test('tags are compared without case and outer white space', () => {
  expect(hasTag({ tags: ['TypeScript '] }, ' typescript')).toBe(true);
  expect(hasTag({ tags: ['Type Script'] }, 'typescript')).toBe(false);
});

test('any tag has a page of its own in an address, also one of dots', () => {
  const tag = fc
    .oneof(fc.string(), fc.stringMatching(/^~?\.{0,3}~?$/))
    .filter((it) => it.trim() !== '');
  fc.assert(
    fc.property(tag, (it) => {
      const path = `/blogs/tags/${encodeURIComponent(tagSlug(it))}`;
      expect(new URL(path, 'http://localhost').pathname).toBe(path);
      const [, slug = ''] = /^\/blogs\/tags\/(.+)$/.exec(path) ?? [];
      expect(tagOfSlug(decodeURIComponent(slug))).toBe(tagKey(it));
    }),
  );
  expect(tagSlug('C++')).toBe('c++');
  expect([tagSlug('.'), tagSlug('..'), tagSlug('~.'), tagSlug('...')]).toEqual([
    '~.',
    '~..',
    '~~.',
    '...',
  ]);
});
