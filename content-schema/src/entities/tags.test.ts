import { expect, test } from 'vitest';
import { hasTag } from './tags.ts';

test('tags are compared without case and outer white space', () => {
  expect(hasTag({ tags: ['TypeScript '] }, ' typescript')).toBe(true);
  expect(hasTag({ tags: ['Type Script'] }, 'typescript')).toBe(false);
});
