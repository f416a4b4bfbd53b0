import type { HistoryDaysResponse } from 'content-schema';
import type { CommitFilter, findCommits } from './find-commits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Whole weeks, so that each day of the week occurs equally often. */
const DAYS = 53 * 7;

/** Returns a function that formats the day of a moment in a time zone, e.g. `2026-01-31`. */
const dayIn = (timeZone: string): ((moment: number | string) => string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (moment) => format.format(new Date(moment));
};

/** Counts the changes on each day of the past year, as far back as one request may read. */
export const countDays = async (
  find: (filter: CommitFilter) => ReturnType<typeof findCommits>,
  filter: CommitFilter,
  timeZone: string,
): Promise<HistoryDaysResponse> => {
  const dayOf = dayIn(timeZone);
  const start = Date.now() - DAYS * DAY_MS;
  const { commits, searchedTo } = await find({ ...filter, since: new Date(start).toISOString() });
  // Leave out the first day, which may be incomplete.
  const since = dayOf(Math.max(start, Date.parse(searchedTo ?? '') || 0) + DAY_MS);
  const counts = new Map<string, number>();
  for (const { date } of commits) {
    const day = dayOf(date);
    if (day >= since) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return { days: [...counts].map(([date, changes]) => ({ date, changes })), since };
};
