type Amount = 'ms' | 'KB' | 'MB' | 'times' | 'points';
type Unit = Amount | 'requests' | 'commits' | 'saves' | 'files' | 'findings';

/** A number and its limit. */
export interface Measurement {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** Absent for numbers that only explain the others. */
  readonly bar?: { readonly atMost: number } | { readonly atLeast: number };
}

export const measured = (
  what: string,
  value: number,
  unit: Measurement['unit'],
  bar?: Measurement['bar'],
): Measurement => ({ what, value, unit, ...(bar && { bar }) });

/** A benchmark of one subject. */
export interface Measure {
  readonly title: string;
  /** A description of the measurement. */
  readonly how: string;
  /** With `long`, some measurements take minutes for better results. */
  readonly run: (options: { readonly long: boolean }) => Promise<readonly Measurement[]>;
}

/** Whether a measurement is within its limit. */
export const isMet = ({ value, bar }: Measurement): boolean => {
  if (!bar) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};
