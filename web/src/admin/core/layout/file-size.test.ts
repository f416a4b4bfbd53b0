import { expect, it } from 'vitest';
import { formatFileSize } from './file-size.ts';

it.each([
  [0, '0.0 B'],
  [1023, '1023.0 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1.0 MB'],
  [10 * 1024 ** 2, '10.0 MB'],
  [3.25 * 1024 ** 3, '3.3 GB'],
  [2 * 1024 ** 4, '2.0 TB'],
  [5000 * 1024 ** 4, '5000.0 TB'],
])('shows %i bytes as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
