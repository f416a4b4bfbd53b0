import { describe, expect, it } from 'vitest';
import { dateOfId, toIsoDate, withoutDate } from './dates.ts';

describe('toIsoDate', () => {
  it.each([
    ['2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['2024-01-31T10:00:00.123Z', '2024-01-31T10:00:00.123Z'],
    ['2024-01-31T10:00', '2024-01-31T10:00:00Z'],
    ['2024-01-31T10:00:00', '2024-01-31T10:00:00Z'],
    ['2024-01-31T10:00:00+0100', '2024-01-31T10:00:00+01:00'],
    ['13:34 06/21/2017', '2017-06-21T13:34:00Z'],
    ['6/21/2017', '2017-06-21T00:00:00.000Z'],
    ['21-06-2017 13:34', '2017-06-21T13:34:00Z'],
    ['2024-01-31 10:00', '2024-01-31T10:00:00Z'],
    ['2024-01-31 10:00:00 +0100', '2024-01-31T10:00:00+01:00'],
    ['2024-01-31 10:00:00 -5', '2024-01-31T10:00:00-05:00'],
    ['2024-01-31 9:05:07.5 UTC', '2024-01-31T09:05:07.5Z'],
    ['2024-1-5', '2024-01-05T00:00:00.000Z'],
    ['2024/01/31', '2024-01-31T00:00:00.000Z'],
    ['Jul 08 2022', '2022-07-08T00:00:00.000Z'],
    ['July 8, 2022', '2022-07-08T00:00:00.000Z'],
    ['8 July 2022', '2022-07-08T00:00:00.000Z'],
    ['Fri, 08 Jul 2022 10:00:00 GMT', '2022-07-08T10:00:00Z'],
    ['Fri, 08 Jul 2022 10:00:00 +0200', '2022-07-08T10:00:00+02:00'],
    [' 2024-01-31 ', '2024-01-31T00:00:00.000Z'],
  ])('takes %j as %s', (text, date) => {
    expect(toIsoDate(text)).toBe(date);
  });

  it.each([
    '',
    'soon',
    'someday 5',
    '2024',
    '1706659200',
    '2024-02-31',
    '2024-13-01',
    '31-01-2024',
    '21/06/2017',
    '25:00 06/21/2017',
    '2024-01-31 25:00',
    '2024-01-31 10:00 somewhere',
    'Foo 08 2022',
    'Feb 31 2022',
  ])('takes %j for no date', (text) => {
    expect(toIsoDate(text)).toBeUndefined();
  });

  it('answers at once, however long the text', () => {
    expect(toIsoDate(`2024-01-31${' '.repeat(60_000)}x`)).toBeUndefined();
    expect(toIsoDate(`July${' '.repeat(60_000)}x`)).toBeUndefined();
  });
});

describe('the date in a file name', () => {
  it('is found at the start only, and only if there is such a day', () => {
    expect(dateOfId('2024-01-31-hello')).toBe('2024-01-31T00:00:00.000Z');
    expect(dateOfId('2024-01-31')).toBe('2024-01-31T00:00:00.000Z');
    expect(dateOfId('2024-01-31st')).toBeUndefined();
    expect(dateOfId('hello-2024-01-31')).toBeUndefined();
    expect(dateOfId('2024-02-31-hello')).toBeUndefined();
  });

  it('is taken away from the rest', () => {
    expect(withoutDate('2024-01-31-hello')).toBe('hello');
    expect(withoutDate('2024-02-31-hello')).toBe('2024-02-31-hello');
  });
});
