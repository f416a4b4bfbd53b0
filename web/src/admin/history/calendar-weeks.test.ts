import { expect, it } from 'vitest';
import { dayAt, levelOf, weeksUpTo } from './calendar-weeks.ts';

it('covers the year up to today, in weeks from Monday to Sunday', () => {
  // A Wednesday.
  const weeks = weeksUpTo('2026-01-14', { days: [], since: '2025-01-01' });
  expect(weeks).toHaveLength(53);
  expect(weeks.at(-1)?.days.map((day) => day?.date)).toEqual([
    ...['2026-01-12', '2026-01-13', '2026-01-14'],
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(weeks[0]?.days[0]?.date).toBe('2025-01-13');
  expect(weeks.flatMap(({ month }) => month ?? [])).toEqual([
    ...['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec', 'Jan'],
  ]);
});

it('distinguishes a day without changes from a day that was not counted', () => {
  const counted = { days: [{ date: '2026-01-13', changes: 3 }], since: '2026-01-13' };
  const days = weeksUpTo('2026-01-14', counted).at(-1)?.days;
  expect(days?.slice(0, 3).map((day) => day?.changes)).toEqual([undefined, 3, 0]);
});

it('grades days relative to the busiest', () => {
  expect([undefined, 0, 1, 30, 50, 75, 100].map((changes) => levelOf(changes, 100))).toEqual([
    0, 0, 1, 2, 2, 3, 4,
  ]);
  expect(levelOf(1, 1)).toBe(4);
});

it('moves by arrow keys between days with changes, and stays within them', () => {
  const changed = ['2026-01-02', '2026-01-09', '2026-01-10'].map((date) => ({ date, changes: 1 }));
  const leads = (key: string, from: string) => dayAt(key, changed, from)?.date;
  expect(leads('ArrowRight', '2026-01-02')).toBe('2026-01-09');
  expect(leads('ArrowDown', '2026-01-09')).toBe('2026-01-10');
  expect(leads('ArrowLeft', '2026-01-10')).toBe('2026-01-09');
  expect(leads('ArrowUp', '2026-01-09')).toBe('2026-01-02');
  expect(leads('Home', '2026-01-10')).toBe('2026-01-02');
  expect(leads('End', '2026-01-02')).toBe('2026-01-10');
  expect(leads('ArrowLeft', '2026-01-02')).toBeUndefined();
  expect(leads('ArrowRight', '2026-01-10')).toBeUndefined();
  expect(leads('Enter', '2026-01-09')).toBeUndefined();
  expect(leads('Home', '2026-01-05')).toBeUndefined();
});
