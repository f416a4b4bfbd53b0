import { isIsoDate } from './iso-date.ts';

const NUMERIC =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:[ \t]*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?))?)?$/i;

const ENGLISH =
  /^(?:[a-z]{3,9}, *)?(?:(\d{1,2}) +([a-z]{3,9})|([a-z]{3,9}) +(\d{1,2})),? +(\d{4})(?: +(\d{1,2}:\d{2}.*))?$/i;

/** `13:34 06/21/2017` and `06/21/2017 13:34`: with slashes the month comes first, as in PHP. */
const SLASHES = /^(?:(\d{1,2}:\d{2}) +)?(\d{1,2})\/(\d{1,2})\/(\d{4})(?: +(\d{1,2}:\d{2}.*))?$/;
/** `21-06-2017 13:34`: with dashes the day comes first. Only with a time, as Grav writes it. */
const DASHES = /^(\d{1,2})-(\d{1,2})-(\d{4}) +(\d{1,2}:\d{2}.*)$/;

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

const FILE_DATE = /^(\d{4}-\d{2}-\d{2})(?:-|$)/;

const twoDigits = (text: string): string => text.padStart(2, '0');

/** `+1`, `+0100` and `+01:00` are the same zone; a time without a zone is UTC, as in YAML. */
const zoneOf = (text = 'Z'): string => {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  if (sign === undefined || hours === undefined) return 'Z';
  return `${sign}${twoDigits(hours)}:${minutes ?? '00'}`;
};

const fromNumeric = (text: string): string | undefined => {
  const [, year, month, day, hour, minute, second, zone] = NUMERIC.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (hour === undefined || minute === undefined) return `${date}T00:00:00.000Z`;
  return `${date}T${twoDigits(hour)}:${minute}:${second ?? '00'}${zoneOf(zone)}`;
};

/** Parses a date in the formats of Grav. */
const fromPhp = (text: string): string | undefined => {
  const [, timeFirst, month, day, year, timeLast] = SLASHES.exec(text) ?? [];
  const rewritten = year && `${year}-${month ?? ''}-${day ?? ''} ${timeFirst ?? timeLast ?? ''}`;
  return fromNumeric((rewritten ?? text.replace(DASHES, '$3-$2-$1 $4')).trim());
};

/** `Jul 08 2022`, `8 July 2022` or `Fri, 08 Jul 2022 10:00:00 GMT`, rewritten in numbers. */
const fromEnglish = (text: string): string | undefined => {
  const [, dayFirst, monthSecond, monthFirst, daySecond, year, time] = ENGLISH.exec(text) ?? [];
  const name = (monthSecond ?? monthFirst)?.toLowerCase();
  const day = dayFirst ?? daySecond;
  if (name === undefined || day === undefined || year === undefined) return undefined;
  const month = MONTHS.findIndex((full) => full === name || full.slice(0, 3) === name) + 1;
  return fromNumeric(`${year}-${month}-${day}${time === undefined ? '' : ` ${time}`}`);
};

/**
 * Converts a date in one of many formats, e.g. `2024-01-31`, `2024-01-31 10:00:00 +0100` or `Jul 08
 * 2022`, to an ISO date with a time. The time zone is kept, so that the day stays the same.
 * Undefined if `text` is not a date.
 */
export const toIsoDate = (text: string): string | undefined => {
  const typed = text.trim();
  const date = fromNumeric(typed) ?? fromEnglish(typed) ?? fromPhp(typed);
  return date !== undefined && isIsoDate(date) ? date : undefined;
};

/** Returns the date at the start of a file name, as in Jekyll; undefined if there is none. */
export const dateOfId = (id: string): string | undefined => {
  const [, date] = FILE_DATE.exec(id) ?? [];
  return date === undefined ? undefined : toIsoDate(date);
};

export const withoutDate = (id: string): string =>
  dateOfId(id) === undefined ? id : id.replace(FILE_DATE, '');
