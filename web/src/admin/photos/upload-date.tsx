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
  /** ISO. */
  readonly date: string;
}

/** The day of a photo, e.g. `Jan 31, 2026`; a date that is none stays as it is. */
export const UploadDate = ({ date }: UploadDateProps) =>
  date === UNDATED ? 'Unknown' : <time dateTime={date}>{inWords(date)}</time>;
