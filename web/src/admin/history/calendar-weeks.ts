import type { HistoryDaysResponse } from 'content-schema';

export interface CalendarDay {
  /** For example `2026-01-31`. */
  readonly date: string;
  /** Undefined if unknown. */
  readonly changes: number | undefined;
}

export interface CalendarWeek {
  /** The name of the month that begins in this week, e.g. `Jan`. */
  readonly month: string | undefined;
  /** From Monday to Sunday; undefined after today. */
  readonly days: readonly (CalendarDay | undefined)[];
}

const WEEKS = 53;
const DAY_MS = 24 * 60 * 60 * 1000;

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The weeks of the year up to `today`, a date like `2026-01-31`. Dates are computed in UTC. */
export const weeksUpTo = (today: string, { days, since }: HistoryDaysResponse): CalendarWeek[] => {
  const counts = new Map(days.map(({ date, changes }) => [date, changes]));
  const last = Date.parse(today);
  const fromMonday = (new Date(last).getUTCDay() + 6) % 7;
  const firstMonday = last - (fromMonday + (WEEKS - 1) * 7) * DAY_MS;
  return Array.from({ length: WEEKS }, (_, week): CalendarWeek => {
    const dates = Array.from({ length: 7 }, (__, day) => firstMonday + (week * 7 + day) * DAY_MS);
    const monthStart = dates.find((at) => new Date(at).getUTCDate() === 1);
    return {
      month: monthStart === undefined ? undefined : monthName.format(monthStart),
      days: dates.map((at) => {
        if (at > last) return undefined;
        const date = isoDay(at);
        return { date, changes: date < since ? undefined : (counts.get(date) ?? 0) };
      }),
    };
  });
};

/** The level of a day, from 0 for no changes to 4 for about as many as on the busiest day. */
export const levelOf = (changes: number | undefined, most: number): number =>
  changes === undefined || changes === 0 ? 0 : Math.max(1, Math.ceil((4 * changes) / most));

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** The date that a key moves to, among the days with changes; undefined for other keys. */
export const dayAt = (
  key: string,
  changed: readonly CalendarDay[],
  from: string | undefined,
): CalendarDay | undefined => {
  const index = changed.findIndex(({ date }) => date === from);
  return index === -1 ? undefined : changed[STEPS[key]?.(index, changed.length - 1) ?? -1];
};
