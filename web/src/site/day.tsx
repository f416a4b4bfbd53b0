import { dayInWords } from './text.ts';

export const Day = ({ date }: { readonly date: string }) => (
  <time dateTime={date}>{dayInWords(date)}</time>
);
