import { dayInWords } from './text.ts';

/** Shows an ISO date in words. */
export const Day = ({ date }: { readonly date: string }) => (
  <time dateTime={date}>{dayInWords(date)}</time>
);
