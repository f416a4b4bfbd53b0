const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** The day of a change, where the administrator is, e.g. `31 January 2026`. */
export const dayOfChange = (isoDate: string): string => day.format(new Date(isoDate));

/** The time of day of a change, e.g. `18:05`. */
export const timeOfChange = (isoDate: string): string => time.format(new Date(isoDate));
