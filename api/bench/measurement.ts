/** One number, and the bar that it has to keep. */
export interface Measurement {
  readonly what: string;
  readonly value: number;
  readonly unit:
    | 'requests'
    | 'commits'
    | 'saves'
    | 'ms'
    | 'KB'
    | 'MB'
    | 'files'
    | 'times'
    | 'points'
    | 'findings';
  /** Absent for figures that only explain the others. */
  readonly bar?: { readonly atMost: number } | { readonly atLeast: number };
}

/** Some numbers about one subject. */
export interface Measure {
  readonly title: string;
  /** How it is measured, in a sentence. */
  readonly how: string;
  /** `long` takes minutes rather than seconds where that tells more. */
  readonly run: (options: { readonly long: boolean }) => Promise<readonly Measurement[]>;
}

/** False when a bar is missed. */
export const isKept = ({ value, bar }: Measurement): boolean => {
  if (!bar) return true;
  return 'atMost' in bar ? value <= bar.atMost : value >= bar.atLeast;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
};
