import { expect, it } from 'vitest';
import {
  EDITS,
  insertBlock,
  type EditName,
  type Replacement,
  type Selected,
} from './markdown-edits.ts';

/** A text whose selection stands in brackets, or whose caret is a bar. */
const read = (marked: string): Selected => {
  const start = marked.search(/[⟦|]/);
  const text = marked.replace(/[⟦⟧|]/g, '');
  const end = marked.includes('⟧') ? marked.replace('⟦', '').indexOf('⟧') : start;
  return { text, start, end };
};

const write = ({ text }: Selected, { start, end, text: put, select }: Replacement): string => {
  const after = text.slice(0, start) + put + text.slice(end);
  const [from, to] = select;
  if (from === to) return `${after.slice(0, from)}|${after.slice(from)}`;
  return `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`;
};

const edit = (name: EditName, marked: string): string =>
  write(read(marked), EDITS[name](read(marked)));

it.each<[EditName, string, string]>([
  ['bold', 'the ⟦low⟧ tide', 'the **⟦low⟧** tide'],
  ['bold', 'the **⟦low⟧** tide', 'the ⟦low⟧ tide'],
  ['bold', 'the ⟦**low**⟧ tide', 'the ⟦low⟧ tide'],
  ['bold', 'the⟦ low ⟧tide', 'the **⟦low⟧** tide'],
  ['bold', 'the | tide', 'the **|** tide'],
  ['bold', 'the **|** tide', 'the | tide'],
  ['italic', '**⟦low⟧**', '**_⟦low⟧_**'],
  ['code', 'run ⟦ls⟧ now', 'run `⟦ls⟧` now'],
  ['code', 'run `⟦ls⟧` now', 'run ⟦ls⟧ now'],
  ['code', 'a\n⟦b\nc⟧\nd', 'a\n```\n⟦b\nc⟧\n```\nd'],
  ['link', 'the ⟦tide⟧', 'the [tide](⟦https://⟧)'],
  ['link', '⟦https://example.com/a⟧', '[|](https://example.com/a)'],
  ['link', 'see |', 'see [|](https://)'],
  ['heading', 'a\nb|c\nd', 'a\n## bc|\nd'],
  ['heading', '## a|', 'a|'],
  ['heading', '#### a|', '## a|'],
  ['heading', '|', '## |'],
  ['list', '⟦one\n\ntwo\n⟧three', '⟦- one\n\n- two⟧\nthree'],
  ['list', '⟦- one\n- two⟧', '⟦one\ntwo⟧'],
  ['list', '⟦- one\n2. two⟧', '⟦- one\n- two⟧'],
  ['quote', 'one|', '> one|'],
  ['quote', '⟦> one\n> two⟧', '⟦one\ntwo⟧'],
])('%s makes of %j %j', (name, before, after) => {
  expect(edit(name, before)).toBe(after);
});

it('takes back a mark that it has set, and keeps all else of the text', () => {
  for (const name of ['bold', 'italic', 'heading', 'list', 'quote'] as const) {
    const once = edit(name, 'some\n⟦words here⟧\nmore');
    expect(edit(name, once).replace(/[⟦⟧|]/g, '')).toBe('some\nwords here\nmore');
  }
});

it.each([
  ['|', '![a](b)\n\n|'],
  ['one|', 'one\n\n![a](b)\n\n|'],
  ['one\n|two', 'one\n\n![a](b)\n\n|two'],
  ['one\n\n|\n\ntwo', 'one\n\n![a](b)|\n\ntwo'],
])('puts a picture as a paragraph of its own into %j', (before, after) => {
  expect(write(read(before), insertBlock('![a](b)')(read(before)))).toBe(after);
});

it('leaves the part of a picture selected that waits to be typed over', () => {
  const before = read('One|Two');
  const after = write(before, insertBlock('![name](b)', [2, 6])(before));
  expect(after).toBe('One\n\n![⟦name⟧](b)\n\nTwo');
});
