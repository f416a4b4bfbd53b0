import { expect, test } from 'vitest';
import { postInputSchema } from './entity-schemas.ts';
import { isIsoDate } from '../text/iso-date.ts';
import { newIdProblem, postMessages } from './post.ts';
import { validate } from '../fields/schema.ts';

const messagesOf = (input: unknown) => {
  const result = validate(postInputSchema, input);
  return result.valid ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`);
};

test('title and content are required', () => {
  const message = 'Title and content are required.';
  expect(messagesOf({ title: ' ', content: ' \n' })).toEqual([
    `title: ${message}`,
    `content: ${message}`,
  ]);
  expect(messagesOf({ title: 'A', content: 'B' })).toEqual([]);
});

test('content is kept exactly as it was typed', () => {
  const content = '\n---\r\n  text \n\n';
  const result = validate(postInputSchema, { title: ' A ', content, tags: [' a ', ''] });
  expect(result.valid && result.value).toMatchObject({
    title: 'A',
    content,
    tags: ['a'],
    description: '',
    hidden: false,
  });
});

test('dates are ISO dates that stand in the calendar', () => {
  for (const date of ['2026-01-31', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000+02:00']) {
    expect(isIsoDate(date), date).toBe(true);
  }
  for (const date of ['2024-02-31', '31.1.2026', '2026-13-01', '2026-01-31T25:00:00Z', '']) {
    expect(isIsoDate(date), date).toBe(false);
  }
  expect(messagesOf({ title: 'A', content: 'B', createdAt: '2024-02-31' })).toEqual([
    'createdAt: Dates must be ISO dates, such as 2026-01-31T12:00:00.000Z',
  ]);
});

test('new ids are safe as file names', () => {
  for (const id of ['a', 'Hello-1.2_x', 'x'.repeat(100)]) expect(newIdProblem(id)).toBeUndefined();
  const unsafe = ['', '.git', '-a', 'a..b', 'a/b', 'a\\b', 'a\0', 'ä', 'a\n'];
  for (const id of unsafe) expect(newIdProblem(id), id).toBe(postMessages.id);
  expect(newIdProblem('x'.repeat(101))).toBe('Post ids must be 100 characters or fewer');
});

test('new ids are neither devices of Windows nor other pages', () => {
  for (const id of ['new', 'New', 'tags']) {
    expect(newIdProblem(id), id).toBe('This id is an address of the site');
  }
  for (const id of ['CON', 'nul', 'aux.txt', 'Prn', 'com1', 'LPT9.a']) {
    expect(newIdProblem(id), id).toBe('This id is a reserved name on Windows');
  }
  for (const id of ['console', 'null', 'auxiliary.txt', 'com', 'com10', 'news', 'a-con']) {
    expect(newIdProblem(id), id).toBeUndefined();
  }
});
