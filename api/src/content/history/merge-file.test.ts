import { expect, test } from 'vitest';
import { JSON_FILE, writeFile } from './merge-file.ts';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

test('a value that a file would not have after the write is refused', () => {
  const stored = bytes({ name: 'Ada' });
  const sides = { base: null, theirs: stored, mine: bytes({ name: 'Grace' }) };
  const value = { name: 'Grace' };
  expect(String(writeFile('profile.json', JSON_FILE, sides, value))).toBe(String(bytes(value)));
  const ignoring = { ...JSON_FILE, write: () => String(stored) };
  expect(() => writeFile('profile.json', ignoring, sides, value)).toThrow(
    'profile.json cannot be saved: The result cannot be written to this file',
  );
});
