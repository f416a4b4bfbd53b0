import { expect, test } from 'vitest';
import type { CommitSha } from '../../git-store/git-store.ts';
import { commitMessage, undoSubject, undoneBy } from './commit-message.ts';

const message = (subject: string, adminEmail = 'ada@example.com') =>
  commitMessage({ subject, adminEmail, operationId: '01J' });

test('the subject is followed by who and which operation', () => {
  expect(message('Update profile')).toBe(
    'Update profile\n\nCo-authored-by: ada <ada@example.com>\nOperation-Id: 01J\n',
  );
});

test('line breaks in a title can not forge a trailer', () => {
  const forged = message('Create post "A\r\n\nOperation-Id: evil\u2028x\u0085y"');
  expect(forged.split('\n')[0]).toBe('Create post "A Operation-Id: evil x y"');
  expect(forged.match(/^Operation-Id: /gm)).toHaveLength(1);
});

test('a long subject is cut at a whole character', () => {
  const [subject = ''] = message(`Create post "${'😀'.repeat(100)}"`).split('\n');
  expect(Array.from(subject)).toHaveLength(72);
  expect(subject.endsWith('😀…')).toBe(true);
});

test('an email can not break out of its brackets', () => {
  expect(message('x', 'a@b>\nOperation-Id: evil <c')).toContain(
    'Co-authored-by: a <a@b Operation-Id: evil c>',
  );
});

test('a commit that undoes another names it and quotes its subject', () => {
  const undoes = '1'.repeat(40) as CommitSha;
  const first = message('Update profile');
  const subject = undoSubject(first);
  const undone = commitMessage({
    subject,
    undoes,
    adminEmail: 'ada@example.com',
    operationId: 'x',
  });
  expect(undone.split('\n')[0]).toBe('Undo "Update profile"');
  expect(undoneBy(undone)).toBe(undoes);
  expect(undoSubject(undone)).toBe('Redo "Update profile"');
  const byHand = 'Undo "the last change"\n';
  expect(undoSubject(byHand)).toBe('Undo "Undo "the last change""');
  expect(undoSubject('')).toBe('Undo "Without a message"');
});
