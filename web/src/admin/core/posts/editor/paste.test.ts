import { expect, it } from 'vitest';
import { tableOf } from './paste.ts';

it('cells that were copied without their HTML are a table', () => {
  expect(tableOf('Day\tTide\r\nMon\tlow | high\r\nTue\t\r\n')).toBe(
    '| Day | Tide |\n| --- | --- |\n| Mon | low \\| high |\n| Tue |  |',
  );
});

it.each(['Day\tTide', 'Day\nTide', '\tconst a = 1;\n\treturn a;', 'a\tb\nc', ''])(
  '%j is no table',
  (plain) => {
    expect(tableOf(plain)).toBeUndefined();
  },
);
