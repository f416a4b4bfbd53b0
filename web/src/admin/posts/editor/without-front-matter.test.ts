import { expect, it } from 'vitest';
import { withoutFrontMatter } from './without-front-matter.ts';

it.each([
  ['---\ntitle: A\n---\n\nText', '\nText'],
  ['---yaml\r\ntitle: A\r\n---\r\nText', 'Text'],
  ['---\ntags:\n  - a\n---', ''],
  ['---\n\nText between rules\n\n---\n\nMore', '---\n\nText between rules\n\n---\n\nMore'],
  ['---\ntitle: A\n\nNo end', '---\ntitle: A\n\nNo end'],
  ['Text\n---\ntitle: A\n---\n', 'Text\n---\ntitle: A\n---\n'],
])('leaves of %j %j', (content, rest) => {
  expect(withoutFrontMatter(content)).toBe(rest);
});
