import { expect, it } from 'vitest';
import { dayInWords, dayOf } from './post-date.ts';

it('is the day that the date itself names, wherever it is read', () => {
  const date = '2025-01-01T00:30:00+02:00';
  expect(dayOf(date)).toBe('2025-01-01');
  expect(dayInWords(date)).toBe('1 January 2025');
});

it('stays as it is written when it is no date', () => {
  expect(dayInWords('some day')).toBe('some day');
});
