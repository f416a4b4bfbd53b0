import type { Decide } from 'content-schema/merge';
import { describe, expect, test } from 'vitest';
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

const mergePost = (
  base: Uint8Array,
  theirs: Uint8Array | null,
  mine: Uint8Array,
  decide: Decide = () => undefined,
) => {
  const options = { decide, now: '2026-01-02', addresses: NO_ADDRESSES };
  const { version, conflicts } = mergeFile('posts/a.md', { base, theirs, mine }, options);
  return { text: String(version), conflicts };
};

const post = (...head: string[]) =>
  Buffer.from(`---\n${head.join('\n')}\ntags: [Sea]\n---\n\nLow.\n`);

test('a key that no field has is kept beside a field that the other side added to the same line', () => {
  const salted = Buffer.from(String(post('lang: fr', 'title: Tides')).replace('Sea', 'Salt'));
  const [base, layout] = [post('title: Tides'), post('layout: wide', 'title: Tides')];
  for (const sides of [
    [layout, salted],
    [salted, layout],
  ] as const) {
    const { text, conflicts } = mergePost(base, ...sides);
    expect(conflicts).toEqual([]);
    for (const line of ['layout: wide', 'lang: fr', 'Salt']) expect(text).toContain(line);
  }
});

test('a field that comes back beside a later edit is there once', () => {
  const date = 'date: 2026-01-01';
  const theirs = post('title: Ebb', date, 'updatedAt: 2026-01-01T09:00:00.000Z');
  const mine = post('lang: fr', 'title: Tides', date);
  const { text } = mergePost(post('title: Tides', date), theirs, mine);
  expect(text.match(/^lang: fr$/gm)).toHaveLength(1);
});

describe('keys that no field has', () => {
  test('are asked about if both sides changed one', () => {
    const [base, theirs, mine] = ['a', 'b', 'c'].map((value) =>
      post('title: Tides', `layout: ${value}`, `seo: { robots: ${value}, lang: en }`),
    );
    for (const side of ['theirs', 'mine'] as const) {
      const merged = mergePost(base!, theirs!, mine!, (conflict) => conflict[side]);
      expect(merged.conflicts).toEqual(
        ['layout', 'seo.robots'].map((field) => ({ field, base: 'a', theirs: 'b', mine: 'c' })),
      );
      expect(merged.text).toBe(String(side === 'mine' ? mine : theirs));
    }
    expect(() =>
      mergePost(base!, theirs!, mine!, ({ field, ...sides }) =>
        field === 'layout' ? sides.theirs : sides.mine,
      ),
    ).toThrow('The result cannot be written to this file');
  });

  test('are kept on both sides, however their lines lie', () => {
    const base = post('title: Tides');
    const [layout, theme] = [
      post('title: Tides', 'layout: wide'),
      post('title: Tides', 'theme: x'),
    ];
    const both = mergePost(base, layout, theme);
    expect([both.conflicts, both.text]).toEqual([
      [],
      String(post('title: Tides', 'layout: wide', 'theme: x')),
    ]);
    const quoted = post('title: "Tides"', 'theme: x');
    expect(() => mergePost(base, post("title: 'Tides'", 'layout: wide'), quoted)).toThrow(
      'The result cannot be written to this file',
    );
    expect(mergePost(base, quoted, post("title: 'Tides'")).text).toBe(String(quoted));
    expect(mergePost(base, post("title: 'Tides'"), quoted).text).toBe(String(quoted));
  });

  test('are no reason to lose an edit of one in a file that the other side deleted', () => {
    const mine = post('title: Tides', 'a: b');
    expect(mergePost(post('title: Tides'), null, mine, () => null).conflicts).toHaveLength(1);
  });
});
