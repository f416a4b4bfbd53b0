const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A year with or without a month: `2019`, `2019-03`, `2019-03-01`, `Mar 2019`, `1 March 2019`. */
const DATE = new RegExp(
  String.raw`(?:\b(${MONTHS.join('|')})[a-z]*\.? )?\b([12]\d{3})\b` +
    String.raw`(?:-(0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!-?\d\d?\b)`,
  'gi',
);

/** Returns the dates in a text as JSON Resume writes them: `2019` or `2019-03`. */
const datesIn = (text: string): string[] =>
  Array.from(text.matchAll(DATE), ([, name, year = '', month]) => {
    const number = MONTHS.findIndex((each) => each.toLowerCase() === name?.toLowerCase()) + 1;
    if (number > 0) return `${year}-${String(number).padStart(2, '0')}`;
    return month === undefined ? year : `${year}-${month}`;
  });

/** Returns the dates of a period such as `2019 – present`; without an end, it is to the present. */
export const toDates = (period: string) => {
  const whole = period.replace(/\b(\d\d)(\d\d)–(\d\d)\b/, '$1$2–$1$3');
  const [startDate, ...others] = datesIn(whole);
  const isOpen = /\p{Dash}|since|present/iu.test(whole.replace(DATE, ''));
  return { startDate, endDate: others.at(-1) ?? (isOpen ? undefined : startDate) };
};

const inWords = (date: string): string => {
  const [year = date, month] = datesIn(date)[0]?.split('-') ?? [];
  return month === undefined ? year : `${MONTHS[Number(month) - 1] ?? ''} ${year}`;
};

/** Returns the period between two dates, with what is wrong with them. */
export const readPeriod = (start: string, end: string) => {
  const dates = [start, end].filter(Boolean);
  const unreadable = dates.filter((date) => datesIn(date).length !== 1);
  const [from = '', to] = unreadable.length > 0 ? [] : dates.flatMap(datesIn);
  return {
    year: [...new Set([start, end || (start && 'present')].filter(Boolean).map(inWords))].join(
      ' – ',
    ),
    remarks: [
      ...unreadable.map((date) => `“${date}” is no date, and is kept as it is`),
      ...(to !== undefined && `${to}~` < from ? ['it ends before it begins'] : []),
    ],
  };
};
