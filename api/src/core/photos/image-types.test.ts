import { expect, test } from 'vitest';
import { sniffImageType } from './image-types.ts';

const typeOf = (text: string) => sniffImageType(Buffer.from(text));

test.each([
  ['<svg>'],
  ['\ufeff\n<SVG\n'],
  ['<?xml version="1.0"?>\n<!-- Made -- by -- hand -->\n<svg xmlns="">'],
  ['<!-- one --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><!-- two --> <svg>'],
])('%j is an SVG image', (text) => {
  expect(typeOf(text)).toBe('image/svg+xml');
});

test.each([
  ['a page', '<!DOCTYPE html><svg>'],
  ['text before the image', 'so <svg>'],
  ['an image in a comment', '<!-- <svg> -->'],
  ['a root that only begins like it', '<svgs>'],
])('%s is not an SVG image', (_, text) => {
  expect(typeOf(text)).toBeUndefined();
});

test('a long sequence of comments is scanned in linear time', () => {
  expect(typeOf(`${'<!---->'.repeat(500)}<svg>`)).toBe('image/svg+xml');
  expect(typeOf('<!---->'.repeat(585))).toBeUndefined();
});
