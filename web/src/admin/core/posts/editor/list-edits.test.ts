import { expect, it } from 'vitest';
import { continueLine, indentItems, isInCode, isInList } from './list-edits.ts';
import { editMarked, parseMarkedText } from './test/marked-text.ts';

const enter = (marked: string) => editMarked(marked, continueLine);
const indent = (marked: string, by: 'in' | 'out') =>
  editMarked(marked, (selected) => indentItems(selected, by));

it.each([
  ['- tea|', '- tea\n- |'],
  ['* tea| and milk', '* tea\n* | and milk'],
  ['  - tea|', '  - tea\n  - |'],
  ['9. tea|', '9. tea\n10. |'],
  ['1) tea|', '1) tea\n2) |'],
  ['- [x] tea|', '- [x] tea\n- [ ] |'],
  ['> low|', '> low\n> |'],
  ['> - low|', '> - low\n> - |'],
])('Enter continues the list or quote: %j', (before, after) => {
  expect(enter(before)).toBe(after);
});

it.each([
  ['- tea\n- |', '- tea\n\n|'],
  ['- tea\n- [ ] |', '- tea\n\n|'],
  ['- tea\n\n- |', '- tea\n\n|'],
  ['- tea\n  - |', '- tea\n- |'],
  ['1. tea\n   - |', '1. tea\n- |'],
  ['1. tea\n   1. |', '1. tea\n2. |'],
  ['> low\n> |', '> low\n\n|'],
  ['> - low\n> - |', '> - low\n>\n> |'],
  ['> - |', '> |'],
  ['> > |', '> |'],
])('Enter on an empty item or line ends it: %j', (before, after) => {
  expect(enter(before)).toBe(after);
});

it.each(['low|', '|- tea', '-| tea', '**low**|', '- ⟦tea⟧', '```\n- tea|\n```', ''])(
  'Enter in %j is a line break',
  (text) => {
    expect(enter(text)).toBeUndefined();
  },
);

it.each([
  ['- tea\n- mi|lk', '- tea\n  - mi|lk'],
  ['1. tea\n2. milk|', '1. tea\n   1. milk|'],
  ['1. tea\n   1. oat\n2. milk|', '1. tea\n   1. oat\n   2. milk|'],
  ['> - tea\n> - milk|', '> - tea\n>   - milk|'],
  ['- tea\n⟦- milk\n- oat⟧', '- tea\n⟦  - milk\n  - oat⟧'],
  ['- tea\n\n- milk|', '- tea\n\n  - milk|'],
  // Not without an outer item.
  ['- tea|', undefined],
  ['- tea\n  - milk|', undefined],
  ['- tea\n\nText\n\n- milk|', undefined],
])('Tab moves items in: %j', (before, after) => {
  expect(indent(before, 'in')).toBe(after);
});

it.each([
  ['- tea\n  - milk|', '- tea\n- milk|'],
  ['1. tea\n   - milk|', '1. tea\n- milk|'],
  ['1. tea\n   1. milk|', '1. tea\n2. milk|'],
  ['- tea|', undefined],
])('Shift+Tab moves items out: %j', (before, after) => {
  expect(indent(before, 'out')).toBe(after);
});

it('recognizes lists and code', () => {
  expect(isInList(parseMarkedText('- tea|'))).toBe(true);
  expect(isInList(parseMarkedText('tea|'))).toBe(false);
  expect(isInList(parseMarkedText('```\n- tea|\n```'))).toBe(false);
  expect(isInCode('````\n```\nls\n', 13)).toBe(true);
  expect(isInCode('```\nls\n```\ntea', 14)).toBe(false);
});
