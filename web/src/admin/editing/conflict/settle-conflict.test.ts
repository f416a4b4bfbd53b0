import { expect, it } from 'vitest';
import { isWritable, textToEdit, valueOfSide, valueOfText } from './settle-conflict.ts';

const texts = {
  field: 'summary',
  base: 'one\ntwo\nthree',
  theirs: 'uno\ntwo\ntres',
  mine: 'eins\ntwo\nthree',
};
const lists = { field: 'stack', base: ['a'], theirs: ['b', 'c'], mine: ['d', 'e'] };
const flags = { field: 'visible', base: undefined, theirs: true, mine: false };
const images = {
  field: 'logo.data',
  base: 'data:image/png;base64,AAAA',
  theirs: 'data:image/png;base64,BBBB',
  mine: 'data:image/png;base64,CCCC',
};

it('takes of a text the overlapping lines of one side, and all other changes of both', () => {
  expect(valueOfSide(texts, 'mine')).toBe('eins\ntwo\ntres');
  expect(valueOfSide(texts, 'theirs')).toBe('uno\ntwo\ntres');
  expect(textToEdit(texts)).toBe('eins\ntwo\ntres');
});

it('takes of anything else the whole of one side', () => {
  expect(valueOfSide(lists, 'theirs')).toEqual(['b', 'c']);
  expect(valueOfSide(flags, 'mine')).toBe(false);
  expect(valueOfSide(images, 'theirs')).toBe(images.theirs);
});

it('lets texts and lists of texts be written anew, and nothing else', () => {
  expect([texts, lists, flags, images].map(isWritable)).toEqual([true, true, false, false]);
  expect(valueOfText(texts, ' new\n')).toBe(' new\n');
  expect(valueOfText(lists, 'x\n\n y')).toEqual(['x', ' y']);
});
