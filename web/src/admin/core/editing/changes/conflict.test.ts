import { experiencesFields, labelsOf, siteFields } from 'content-schema';
import { describe, expect, it } from 'vitest';
import { decisionOf, isWritable, questionsOf, readableText } from './conflict.ts';

const TEXTS = {
  field: 'summary',
  base: 'one\n\ntwo\n\nthree\n\nfour',
  theirs: 'uno\n\ntwo\n\ntres\n\nquattro',
  mine: 'eins\n\ntwo\n\nthree\n\nvier',
};
const LISTS = { field: 'stack', base: ['a'], theirs: ['b', 'c'], mine: ['d', 'e'] };
const FLAGS = { field: 'visible', base: undefined, theirs: true, mine: false };
const IMAGES = {
  field: 'logo.data',
  base: 'data:image/png;base64,AAAA',
  theirs: 'data:image/png;base64,BBBB',
  mine: 'data:image/png;base64,CCCC',
};

describe('questions about a conflict', () => {
  it('ask about each passage of a text that both sides changed, and show the lines next to it', () => {
    expect(questionsOf(TEXTS)).toEqual([
      { base: 'one', theirs: 'uno', mine: 'eins', before: '', after: 'two' },
      { base: 'four', theirs: 'quattro', mine: 'vier', before: 'tres', after: '' },
    ]);
  });

  it('ask about any other value as a whole', () => {
    for (const conflict of [LISTS, FLAGS, IMAGES]) {
      const { base, theirs, mine } = conflict;
      expect(questionsOf(conflict)).toEqual([{ base, theirs, mine, before: '', after: '' }]);
    }
  });

  it('can be answered with new text for texts and lists of texts only', () => {
    const writable = [TEXTS, LISTS, FLAGS, IMAGES].map((field) =>
      questionsOf(field).every(isWritable),
    );
    expect(writable).toEqual([true, true, false, false]);
  });
});

describe('the decision', () => {
  it('combines the choice for each passage with all other changes of both sides', () => {
    expect(decisionOf(TEXTS, ['theirs', 'mine'])).toBe('uno\n\ntwo\n\ntres\n\nvier');
    expect(decisionOf(TEXTS, ['mine', { text: 'cuatro\n' }])).toBe(
      'eins\n\ntwo\n\ntres\n\ncuatro\n',
    );
    expect(decisionOf(TEXTS, [{ text: '' }])).toBe('\ntwo\n\ntres\n\nvier');
  });

  it('is one side, or the new text, for any value that is not a text', () => {
    expect(decisionOf(LISTS, [])).toEqual(['d', 'e']);
    expect(decisionOf(LISTS, ['theirs'])).toEqual(['b', 'c']);
    expect(decisionOf(LISTS, [{ text: 'x\n\n y' }])).toEqual(['x', ' y']);
    expect(decisionOf(FLAGS, ['mine'])).toBe(false);
    expect(decisionOf(IMAGES, ['theirs'])).toBe(IMAGES.theirs);
    expect(decisionOf({ ...TEXTS, theirs: null }, ['theirs'])).toBeNull();
  });
});

describe('a value as text', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    ['Words', 'Words'],
    [true, 'Yes'],
    [false, 'No'],
    [7, '7'],
    [['Maps', 'Tides'], 'Maps\nTides'],
    [
      [{ role: 'Pilot', stack: ['Tides', 'Charts'] }, { role: 'Cook' }],
      'role: Pilot\nstack:\nTides\nCharts\n\nrole: Cook',
    ],
    [{ data: 'data:image/png;base64,AAAA' }, 'data: An image'],
  ])('of %j is %j', (value, text) => {
    expect(readableText(value)).toBe(text);
  });

  it('uses the labels of the form for the fields of an entry', () => {
    const names = labelsOf(experiencesFields);
    const entry = { role: 'Pilot', stack: ['Tides', 'Charts'], url: 'pilots.example' };
    const text = 'Title: Pilot\nSkills:\nTides\nCharts\nurl: pilots.example';
    expect(readableText(entry, { names, path: '2' })).toBe(text);
    expect(readableText([entry], { names, path: '' })).toBe(text);
    const logo = { names: labelsOf(siteFields), path: 'logo' };
    expect(readableText({ alt: 'A boat' }, logo)).toBe('Logo alt text: A boat');
  });
});
