const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The day of an ISO date, as lists show it. */
export const dayOf = (isoDate: string): string => isoDate.slice(0, LENGTH_OF_DAY);

/** The same day in words, e.g. `21 October 2025`; a date that is none stays as it is. */
export const dayInWords = (isoDate: string): string => {
  const day = new Date(`${dayOf(isoDate)}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? isoDate : inWords.format(day);
};
