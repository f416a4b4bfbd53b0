import { expect, it } from 'vitest';
import {
  EDITS,
  insertBlock,
  insertCodeBlock,
  insertPostLink,
  replacingTyped,
  linkOver,
  type EditName,
  type MarkdownEdit,
} from './markdown-edits.ts';
import { editMarked } from './test/marked-text.ts';

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
])('%s turns %j into %j', (name, before, after) => {
  expect(editMarked(before, EDITS[name])).toBe(after);
});

it.each([
  ['|', '![a](b)\n\n|'],
  ['one|', 'one\n\n![a](b)\n\n|'],
  ['one\n|two', 'one\n\n![a](b)\n\n|two'],
  ['one\n\n|\n\ntwo', 'one\n\n![a](b)|\n\ntwo'],
])('inserts a picture as a paragraph into %j', (before, after) => {
  expect(editMarked(before, insertBlock('![a](b)'))).toBe(after);
});

it('selects the part of a picture that is to be typed over', () => {
  const after = editMarked('One|Two', insertBlock('![name](b)', [2, 6]));
  expect(after).toBe('One\n\n![⟦name⟧](b)\n\nTwo');
});

it.each([
  ['the ⟦tide⟧', 'https://example.com', 'the [tide](https://example.com)|'],
  ['the⟦ tide⟧', 'https://example.com', 'the [tide](https://example.com)|'],
  ['the |', 'https://example.com', undefined],
  ['[tide](⟦https://⟧)', 'https://example.com', undefined],
  ['the ⟦tide⟧', 'low', undefined],
])('pasting over %j makes a link of an address only', (marked, address, expected) => {
  expect(editMarked(marked, (selected) => linkOver(selected, address))).toBe(expected);
});

it.each<[string, MarkdownEdit, string]>([
  ['/he|', EDITS.heading, '## |'],
  ['low\n/he|', EDITS.heading, 'low\n## |'],
  ['low\n/he|\nhigh', insertCodeBlock, 'low\n\n```\n|\n```\n\nhigh'],
  ['/he|', insertPostLink('Low [water]', '/blogs/low'), '[Low \\[water\\]](/blogs/low)|'],
])('a chosen entry replaces the words typed to find it: %j', (marked, chosen, expected) => {
  expect(editMarked(marked, replacingTyped(3, chosen))).toBe(expected);
});

it('uses the selection as the text of a link to a post', () => {
  const edit = insertPostLink('Low water', '/blogs/low');
  expect(editMarked('the ⟦tide⟧', edit)).toBe('the [tide](/blogs/low)|');
});
