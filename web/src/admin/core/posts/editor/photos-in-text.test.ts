import fc from 'fast-check';
import { expect, it } from 'vitest';
import { photoMarkdown } from '../../../../data/photos.ts';
import { insertBlock } from './markdown-edits.ts';
import {
  altChange,
  altInText,
  chosenIdsIn,
  missingAlts,
  removalChange,
  type TextChange,
} from './photos-in-text.ts';

const ID = '01JWT6444RQM8SZKMERQ1BVHWF';
const OTHER = '01JWT6444RQM8SZKMERQ1BVHWG';
const IMAGE = `![](/photos/${ID})`;

const changed = (text: string, change: TextChange | undefined): string =>
  change ? text.slice(0, change.start) + change.text + text.slice(change.end) : text;
const described = (text: string, alt: string) => changed(text, altChange(text, ID, alt));
const removed = (text: string) => changed(text, removalChange(text, ID));

it('finds the ids that a browser may have chosen, in whatever syntax', () => {
  const text = `${IMAGE} <img src="/photos/${OTHER}?w=640"> [a][b] ${IMAGE}\n\n[b]: /photos/${OTHER}`;
  expect(chosenIdsIn(text)).toEqual([ID, OTHER]);
  expect(chosenIdsIn(`![](/photos/pier.jpg) ![](/photos/${ID}2) ![](/photos/${ID}.jpg)`)).toEqual([
    ID,
  ]);
});

it('writes and reads the alternative text of the first image of a photo', () => {
  const text = `![Else](/photos/${OTHER}) ![](/photos/${ID}?w=640 "Title") ${IMAGE}`;
  const after = described(text, 'A [red]\nsun');
  expect(after).toBe(
    `![Else](/photos/${OTHER}) ![A \\[red\\] sun](/photos/${ID}?w=640 "Title") ${IMAGE}`,
  );
  expect(altInText(after, ID)).toBe('A [red] sun');
  expect(altInText(after, 'another')).toBeUndefined();
  expect(altChange('None', ID, 'Sun')).toBeUndefined();
});

it('removes an image together with its line', () => {
  expect(removed(`One\n\n${IMAGE}\n\nTwo`)).toBe('One\n\nTwo');
  expect(removed(`One\n${IMAGE}\nTwo`)).toBe('One\nTwo');
  expect(removed(`${IMAGE}\n\nTwo`)).toBe('Two');
  expect(removed(`One\n\n${IMAGE}`)).toBe('One\n\n');
  expect(removed(`One ![The \\[sun\\]](/photos/${ID} "At (8)") two`)).toBe('One  two');
  expect(removed(IMAGE)).toBe('');
  expect(removed(`![](/photos/${OTHER})`)).toBe(`![](/photos/${OTHER})`);
});

it('counts pictures without an alternative text, except in code', () => {
  expect(missingAlts(`![](/photos/a)\n\n![  ](b.png) ![Boats](/photos/c)`)).toEqual([2, 18]);
  expect(missingAlts('`![](a.png)`\n\n```\n![](b.png)\n```\n\n~~~\n![](c.png)')).toEqual([]);
  const two = '![](/photos/a%20b.png) ![](/photos/c)';
  expect(missingAlts(two, (id) => id === 'a b.png')).toEqual([two.lastIndexOf('![') + 2]);
});

it('is fast for a text full of brackets', () => {
  const start = process.cpuUsage();
  missingAlts('!['.repeat(100_000));
  altInText('![a](/photos/'.repeat(50_000), ID);
  removalChange('![a](/photos/'.repeat(50_000), ID);
  chosenIdsIn('/photos/0'.repeat(50_000));
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(2_000);
});

it('describes and removes an image anywhere, without another change to the text', () => {
  const line = fc.constantFrom('a', '', '- b', '![', '](', '`', `![](/photos/${OTHER})`, '> c');
  const lines = fc.array(line, { maxLength: 6 }).map((some) => some.join('\n'));
  fc.assert(
    fc.property(lines, lines, fc.string(), (before, after, alt) => {
      const caret = { text: before + after, start: before.length, end: before.length };
      const text = changed(caret.text, insertBlock(IMAGE)(caret));
      fc.pre(altInText(text, ID) !== undefined);
      const start = text.indexOf(IMAGE);
      const words = described(text, alt);
      expect(words).toBe(
        text.slice(0, start) + photoMarkdown(alt, ID) + text.slice(start + IMAGE.length),
      );
      const letters = (some: string) => some.replace(/\n/g, '');
      expect(letters(removed(words))).toBe(letters(before + after));
    }),
  );
});
