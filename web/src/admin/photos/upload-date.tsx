import { UNDATED } from 'content-schema';

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const inWords = (isoDate: string): string => {
  const date = new Date(isoDate);
  return Number.isNaN(date.getTime()) ? isoDate : shortDate.format(date);
};

/** The day of an upload, an ISO date, e.g. as `Jan 31, 2026`. Invalid dates are shown unchanged. */
export const UploadDate = ({ date }: { readonly date: string }) =>
  date === UNDATED ? 'No date' : <time dateTime={date}>{inWords(date)}</time>;
