import { expect, test } from 'vitest';
import { readPeriod, toDates } from './cv-dates.ts';

test.each([
  ['2021 – present', '2021', undefined],
  ['2017 – 2021', '2017', '2021'],
  ['2017-2021', '2017', '2021'],
  ['2019–21', '2019', '2021'],
  ['Mar 2019 – June 2021', '2019-03', '2021-06'],
  ['1 September 2019 to 2021-02-28', '2019-09', '2021-02'],
  ['2012', '2012', '2012'],
  ['2019-03', '2019-03', '2019-03'],
  ['since 2019', '2019', undefined],
  ['2008, 2010 and 2014', '2008', '2014'],
  ['2019-13', undefined, undefined],
  ['some summers', undefined, undefined],
  ['', undefined, undefined],
])('%j is from %s to %s', (period, startDate, endDate) => {
  expect(toDates(period)).toEqual({ startDate, endDate });
});

test.each([
  ['2019-03-15', '2021', 'Mar 2019 – 2021'],
  ['Mar 2019', '', 'Mar 2019 – present'],
  ['2019', '2019', '2019'],
  ['', '2019', '2019'],
  ['', '', ''],
])('a period from %j to %j is %j', (start, end, year) => {
  expect(readPeriod(start, end)).toEqual({ year, remarks: [] });
});

test('dates that are wrong are kept and named', () => {
  expect(readPeriod('2019-13', 'soon')).toEqual({
    year: '2019-13 – soon',
    remarks: [
      '“2019-13” is no date, and is kept as it is',
      '“soon” is no date, and is kept as it is',
    ],
  });
  expect(readPeriod('2021', 'Mar 2019')).toEqual({
    year: '2021 – Mar 2019',
    remarks: ['it ends before it begins'],
  });
  expect(readPeriod('Mar 2019', '2019').remarks).toEqual([]);
});
