const shortDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** The day of an ISO date, e.g. `Jan 31, 2026`; a date that is none stays as it is. */
export const uploadDate = (isoDate: string): string => {
  const date = new Date(isoDate);
  return Number.isNaN(date.getTime()) ? isoDate : shortDate.format(date);
};
