import { expect, it } from 'vitest';
import { readableText } from './readable-text.ts';

it('says nothing, words, switches and numbers as they are', () => {
  expect([undefined, null, '', 'Words', true, false, 7].map(readableText)).toEqual([
    '',
    '',
    '',
    'Words',
    'Yes',
    'No',
    '7',
  ]);
});

it('puts each item of a list on a line of its own', () => {
  expect(readableText(['Maps', 'Tides'])).toBe('Maps\nTides');
});

it('puts the fields of each entry below each other, and entries apart', () => {
  const entries = [
    { role: 'Pilot', stack: ['Tides', 'Charts'] },
    { role: 'Cook', stack: [] },
  ];
  expect(readableText(entries)).toBe('role: Pilot\nstack: Tides\nCharts\n\nrole: Cook\nstack: ');
});

it('does not spell an image out', () => {
  expect(readableText({ data: 'data:image/png;base64,AAAA' })).toBe('data: An image');
});
