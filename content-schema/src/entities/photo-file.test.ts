import { expect, test } from 'vitest';
import { BrokenJson } from '../json-document/json-document.ts';
import { readPhotoFile, writePhotoFile } from './photo-file.ts';

const DETAILS = {
  width: 6000,
  height: 4000,
  alt: 'A lighthouse',
  caption: 'At *dusk*',
  focus: { x: 0.5, y: 0.25 },
  colour: '#8a6f4d',
};

test('what is written of a photo is read again', () => {
  const text = writePhotoFile(undefined, DETAILS);
  expect(readPhotoFile(text)).toEqual({ details: DETAILS, problems: [] });
  expect(readPhotoFile('{}')).toEqual({ details: {}, problems: [] });
  expect(readPhotoFile('{ "alt": null, "camera": 3 }')).toEqual({ details: {}, problems: [] });
});

test('what can not be read of a photo is a problem, and the rest is read', () => {
  const text = JSON.stringify({
    width: 0.5,
    height: '3',
    alt: 7,
    caption: 'Dusk',
    focus: { x: 2, y: 0 },
    colour: 'red',
  });
  expect(readPhotoFile(text)).toEqual({
    details: { caption: 'Dusk' },
    problems: [
      { message: '"width" must be a whole number of pixels' },
      { message: '"height" must be a whole number of pixels' },
      { message: '"alt" must be text' },
      { message: '"focus" must be an object with x and y from 0 to 1' },
      { message: '"colour" must be a colour such as #8a6f4d' },
    ],
  });
  expect(readPhotoFile('[]').problems).toEqual([
    { message: 'The file must be an object', readOnly: true },
  ]);
  const broken = { message: 'The file is not valid JSON: close brace expected', readOnly: true };
  expect(readPhotoFile('{"alt": "a"')).toMatchObject({ details: {}, problems: [broken] });
});

test('a change leaves comments, unknown keys and the rest of the file as they are', () => {
  const before =
    '{\r\n\t"camera": "X100", // mine\r\n\t"alt": "Old",\r\n\t"focus": {"x": 0, "y": 1}\r\n}';
  expect(writePhotoFile(before, { alt: 'New', focus: null })).toBe(
    before.replace('"Old"', '"New"').replace('{"x": 0, "y": 1}', 'null'),
  );
  expect(writePhotoFile(before, { caption: 'Dusk' })).toBe(
    before.replace('"y": 1}', '"y": 1},\r\n\t"caption": "Dusk"'),
  );
  expect(() => writePhotoFile('{', { alt: '' })).toThrow(BrokenJson);
});
