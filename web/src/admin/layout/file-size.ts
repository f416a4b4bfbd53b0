const STEP = 1024;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes with one decimal, in the largest unit of which there is at least one. */
export const formatFileSize = (bytes: number): string => {
  let size = bytes;
  let unit = 0;
  // What would be rounded up to a whole step is one of the next unit.
  while (Number(size.toFixed(1)) >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit] ?? ''}`;
};
