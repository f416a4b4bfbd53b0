import { expect, test } from 'vitest';
import { commitMessage } from './commit-message.ts';

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
