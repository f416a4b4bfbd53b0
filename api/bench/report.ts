import { isMet, type Measurement } from './measurement.ts';

const COLUMNS = ['what', 'measured', 'bar', ''] as const;

const inWords = (value: number, unit: Measurement['unit']): string =>
  `${Number(value.toFixed(value < 10 ? 2 : 0))} ${unit}`;

const barOf = ({ bar, unit }: Measurement): string => {
  if (!bar) return '–';
  return 'atMost' in bar ? `≤ ${inWords(bar.atMost, unit)}` : `≥ ${inWords(bar.atLeast, unit)}`;
};

const verdictOf = (measurement: Measurement): string => {
  if (!measurement.bar) return '';
  return isMet(measurement) ? 'kept' : 'MISSED';
};

const rowOf = (measurement: Measurement): readonly string[] => [
  measurement.what,
  inWords(measurement.value, measurement.unit),
  barOf(measurement),
  verdictOf(measurement),
];

/** Formats the measurements as a table of fixed-width columns. */
export const tableOf = (measurements: readonly Measurement[]): string => {
  const rows = [COLUMNS, ...measurements.map(rowOf)];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
};
