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

test('a field that comes back beside a later edit is there once', () => {
  const post = (lang: string, title: string, end = '') =>
    Buffer.from(`---\n${lang}title: ${title}\ndate: 2026-01-01\n${end}---\n\nLow.\n`);
  const theirs = post('', 'Ebb', 'updatedAt: 2026-01-01T09:00:00.000Z\n');
  const sides = { base: post('', 'Tides'), theirs, mine: post('lang: fr\n', 'Tides') };
  const options = { decide: () => undefined, now: '2026-01-02', addresses: NO_ADDRESSES };
  const { version } = mergeFile('posts/a.md', sides, options);
  expect(String(version).match(/^lang: fr$/gm)).toHaveLength(1);
});

describe('keys that no field has', () => {
  const post = (...head: string[]) =>
    Buffer.from(`---\n${head.join('\n')}\ntags: [Sea]\n---\n\nLow.\n`);
  const mergePost = (
    base: Uint8Array,
    theirs: Uint8Array,
    mine: Uint8Array,
    decide: Decide = () => undefined,
  ) => {
    const options = { decide, now: '2026-01-02', addresses: NO_ADDRESSES };
    const { version, conflicts } = mergeFile('posts/a.md', { base, theirs, mine }, options);
    return { text: String(version), conflicts };
  };

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
    const options = { decide: () => null, now: '2026-01-02', addresses: NO_ADDRESSES };
    const sides = { base: post('title: Tides'), theirs: null, mine: post('title: Tides', 'a: b') };
    expect(mergeFile('posts/a.md', sides, options).conflicts).toHaveLength(1);
  });
});
