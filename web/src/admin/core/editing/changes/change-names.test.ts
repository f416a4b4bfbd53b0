import { expect, test } from 'vitest';
import { subjectText } from './change-names.ts';

test.each([
  ['Undo', 'Hide post "Tides"', 'Undid: hide post “Tides”'],
  ['Redo', 'Update profile: name', 'Redid: update profile: name'],
  ['Undo', 'README in English', 'Undid: README in English'],
])('a commit that has done %s of %s is shown as %s', (verb, name, text) => {
  expect(subjectText({ subject: `${verb} "${name}"`, kind: { verb, name } })).toBe(text);
});

test.each([
  ['Undo "README in English"', 'Undo “README in English”'],
  ['Rename photo "a.jpg" to "b.jpg"', 'Rename photo “a.jpg” to “b.jpg”'],
  ['', 'Without a message'],
])('the subject %s is shown as %s', (subject, text) => {
  expect(subjectText({ subject })).toBe(text);
});
