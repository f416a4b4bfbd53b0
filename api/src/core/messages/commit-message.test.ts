import type { CommitKind } from 'content-schema';
import { expect, test } from 'vitest';
import type { CommitSha } from '../git-store/git-store.ts';
import {
  authorOf,
  commitMessage,
  kindOf,
  summaryOfUndo,
  undoneCommitOf,
} from './commit-message.ts';

const subjectOfUndo = (undone: string) => summaryOfUndo(undone).subject;

const message = (subject: string) => commitMessage({ subject, operationId: '01J' });

test('the subject is followed by the operation id', () => {
  expect(message('Update profile')).toBe('Update profile\n\nOperation-Id: 01J\n');
});

test('line breaks in a title can not forge a trailer', () => {
  const forged = message('Create post "A\r\n\nOperation-Id: evil\u2028x\u0085y"');
  expect(forged.split('\n')[0]).toBe('Create post "A Operation-Id: evil x y"');
  expect(forged.match(/^Operation-Id: /gm)).toHaveLength(1);
  const kind = { verb: 'Create', noun: 'post', name: 'A\nOperation-Id: evil' };
  const inKind = commitMessage({ subject: 'Create', kind, operationId: 'x' });
  expect(inKind.match(/^Operation-Id: .*$/gm)).toEqual(['Operation-Id: x']);
});

test('a long subject is cut at a whole character', () => {
  const [subject = ''] = message(`Create post "${'😀'.repeat(100)}"`).split('\n');
  expect(Array.from(subject)).toHaveLength(72);
  expect(subject.endsWith('😀…')).toBe(true);
});

test('the author has the name in the profile, else the one in the email address', () => {
  const email = 'ada@example.com';
  expect(authorOf(' Ada  Lovelace ', email)).toEqual({ name: 'Ada Lovelace', email });
  expect(authorOf(' ', email)).toEqual({ name: 'ada', email });
});

test('neither name nor email address can forge a trailer or break out of its brackets', () => {
  expect(authorOf('A\nOperation-Id: evil <x', 'a@b>\nOperation-Id: evil <c')).toEqual({
    name: 'A Operation-Id: evil x',
    email: 'a@b Operation-Id: evil c',
  });
});

test('a commit that undoes another names it and quotes its subject', () => {
  const undoes = '1'.repeat(40) as CommitSha;
  const first = message('Update profile');
  const undone = commitMessage({ ...summaryOfUndo(first), undoes, operationId: 'x' });
  expect(undone.split('\n')[0]).toBe('Undo "Update profile"');
  expect(undoneCommitOf(undone)).toBe(undoes);
  expect(subjectOfUndo(undone)).toBe('Redo "Update profile"');
  const redone = commitMessage({ ...summaryOfUndo(undone), undoes, operationId: 'y' });
  expect(subjectOfUndo(redone)).toBe('Undo "Update profile"');
  const ofEarlierVersion = undone.replace(/^Kind: .*\n/m, '');
  expect(ofEarlierVersion).not.toBe(undone);
  expect(subjectOfUndo(ofEarlierVersion)).toBe('Redo "Update profile"');
  const byHand = 'Undo "the last change"\n';
  expect(subjectOfUndo(byHand)).toBe('Undo "Undo "the last change""');
  expect(subjectOfUndo('')).toBe('Undo "Without a message"');
});

test.each<CommitKind>([
  { verb: 'Upload' },
  { verb: 'Update', noun: 'section copy' },
  { verb: 'Hide', noun: 'post', name: 'The "A" of a "B"' },
  { verb: 'Create', noun: 'post', name: '' },
  { verb: 'Undo', name: 'Hide post "A"' },
])('what the commit did is read from its message: %o', (kind) => {
  expect(kindOf(commitMessage({ subject: 'Anything', kind, operationId: 'x' }))).toEqual(kind);
});

test('a message of another program says no kind', () => {
  expect(kindOf('Update profile: name\n\nOperation-Id: x\n')).toBeUndefined();
  expect(kindOf('Undo "Update profile"\n')).toBeUndefined();
});
