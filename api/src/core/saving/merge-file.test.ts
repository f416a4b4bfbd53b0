import { expect, test } from 'vitest';
import { JSON_FILE, mergeFile, writeFile } from './merge-file.ts';

const NO_ADDRESSES = { base: '', theirs: '', mine: '' };

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

test('a key that no field has is kept beside a field that the other side added to the same line', () => {
  const post = (head: string, tags: string) =>
    Buffer.from(`---\n${head}title: Tides\ntags: [${tags}]\n---\n\nLow.\n`);
  const [layout, lang] = [post('layout: wide\n', 'Sea'), post('lang: fr\n', 'Salt')];
  const base = post('', 'Sea');
  const options = { decide: () => undefined, now: '2026-01-02', addresses: NO_ADDRESSES };
  for (const [theirs, mine] of [
    [layout, lang],
    [lang, layout],
  ] as const) {
    const { version, conflicts } = mergeFile('posts/a.md', { base, theirs, mine }, options);
    expect(conflicts).toEqual([]);
    for (const line of ['layout: wide', 'lang: fr', 'Salt'])
      expect(String(version)).toContain(line);
  }
});
