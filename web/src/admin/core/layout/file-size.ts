const STEP = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a number of bytes with one decimal, in the largest unit with a value of at least 1. */
export const formatFileSize = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  // Rounding must not give 1024 of a unit; that is 1 of the next.
  while (Number(size.toFixed(1)) >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit] ?? ''}`;
};
