import { useState, type ComponentProps } from 'react';
import { TextField } from './field.tsx';

const LENGTH = 'YYYY-MM-DDThh:mm'.length;

/** Returns an ISO date in the form of the control: local time without a zone, or empty. */
const localOf = (iso: string): string => {
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, LENGTH);
};

const isoOf = (local: string): string => {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/** A date and time in the browser's time zone. The value is an ISO date, or empty. */
export const DateTimeField = ({ value, onChange, ...field }: ComponentProps<typeof TextField>) => {
  const [typed, setTyped] = useState('');
  return (
    <TextField
      {...field}
      type="datetime-local"
      // While a year is typed, its time zone may differ by seconds.
      value={isoOf(typed) === value ? typed : localOf(value)}
      onChange={(local) => {
        setTyped(local);
        onChange(isoOf(local));
      }}
    />
  );
};
