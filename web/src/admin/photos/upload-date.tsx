import { UNDATED } from 'content-schema';

const shortDate = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

const inWords = (isoDate: string): string => {
  const date = new Date(isoDate);
  return Number.isNaN(date.getTime()) ? isoDate : shortDate.format(date);
};

interface UploadDateProps {
  /** An ISO date. */
  readonly date: string;
}

/** The day of an upload, e.g. `Jan 31, 2026`. Invalid dates are shown unchanged. */
export const UploadDate = ({ date }: UploadDateProps) =>
  date === UNDATED ? 'No date' : <time dateTime={date}>{inWords(date)}</time>;
