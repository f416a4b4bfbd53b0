import { dayInWords } from './text.ts';

export const Day = ({
  date,
  className,
}: {
  readonly date: string;
  readonly className?: string;
}) => (
  <time className={className} dateTime={date}>
    {dayInWords(date)}
  </time>
);
