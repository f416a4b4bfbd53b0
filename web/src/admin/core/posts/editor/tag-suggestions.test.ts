import { expect, it } from 'vitest';
import { tagsByUse, suggestTags, tagAt, withTag } from './tag-suggestions.ts';

const KNOWN = tagsByUse([{ tags: ['Sea', 'Maps'] }, { tags: ['sea', 'Seaweed', 'Open sea'] }]);

const suggest = (marked: string): string[] =>
  suggestTags(KNOWN, marked.replace('|', ''), marked.indexOf('|')).map(({ tag }) => tag);

it('counts tags regardless of their spelling, most used first', () => {
  expect(KNOWN[0]).toEqual({ tag: 'Sea', count: 2 });
  expect(KNOWN.map(({ tag }) => tag)).toEqual(['Sea', 'Maps', 'Open sea', 'Seaweed']);
});

it.each([
  ['se|', ['Sea', 'Seaweed', 'Open sea']],
  ['Maps, SE|', ['Sea', 'Seaweed', 'Open sea']],
  ['Sea, se|', ['Seaweed', 'Open sea']],
  ['ma|, Sea', ['Maps']],
  ['sea|', ['Seaweed', 'Open sea']],
  ['|', []],
  ['Sea, |', []],
  ['tide|', []],
])('suggests tags for %j', (marked, tags) => {
  expect(suggest(marked)).toEqual(tags);
});

it.each([
  ['se|', 'Sea, '],
  ['Maps, se|', 'Maps, Sea, '],
  ['Maps,se|, Tide', 'Maps, Sea, Tide'],
])('a chosen tag replaces the typed text in %j', (marked, expected) => {
  const list = marked.replace('|', '');
  expect(withTag(list, tagAt(list, marked.indexOf('|')), 'Sea')).toBe(expected);
});
