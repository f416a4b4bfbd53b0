import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { mergeTexts } from './merge-lines.ts';

const directory = mkdtempSync(join(tmpdir(), 'merge-file-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** Contents lie in their files with a final line break. Undefined for a conflict. */
const gitMerge = (base: string, theirs: string, mine: string): string | undefined => {
  const paths = [mine, base, theirs].map((text, i) => {
    const path = join(directory, String(i));
    writeFileSync(path, `${text}\n`);
    return path;
  });
  try {
    const merged = execFileSync('git', ['merge-file', '-p', '--', ...paths], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return merged.replace(/\n$/, '');
  } catch (error) {
    // The exit status is the number of conflicts; from 128 on it is a failure.
    const status = error instanceof Error && 'status' in error ? Number(error.status) : NaN;
    if (status > 0 && status < 128) return undefined;
    throw error;
  }
};

/** Few different lines among blank ones, so that there are many ways to align the texts. */
const line = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 5, arbitrary: fc.nat(12).map((number) => `- item ${number}`) },
  { weight: 2, arbitrary: fc.string({ maxLength: 3 }).map((text) => text.replace(/\W/g, '')) },
);

const change = fc.record({
  at: fc.nat(60),
  remove: fc.nat(2),
  insert: fc.array(line, { maxLength: 2 }),
});

interface Change {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

const changed = (lines: readonly string[], changes: readonly Change[]): string => {
  const result = [...lines];
  for (const { at, remove, insert } of changes) {
    result.splice(at % (result.length + 1), remove, ...insert);
  }
  return result.join('\n');
};

test('any texts merge as git merge-file merges their files', () => {
  const edits = fc.array(change, { minLength: 1, maxLength: 3 });
  let [merged, conflicting] = [0, 0];
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), edits, edits, (lines, first, second) => {
      const texts = [lines.join('\n'), changed(lines, first), changed(lines, second)] as const;
      const expected = gitMerge(...texts);
      if (expected === undefined) conflicting += 1;
      else merged += 1;
      expect(mergeTexts(...texts)).toBe(expected);
      expect(mergeTexts(texts[0], texts[2], texts[1])).toBe(expected);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(merged, conflicting)).toBeGreaterThan(30);
}, 60_000);

test('two changes next to a last line without a line break merge as git merges them', () => {
  const base = '- a\n- b\n- c';
  const [theirs, mine] = ['- a\n- b\n- c\n- d', '- a\n- B\n- c'];
  expect(gitMerge(base, theirs, mine)).toBe('- a\n- B\n- c\n- d');
  expect(mergeTexts(base, theirs, mine)).toBe('- a\n- B\n- c\n- d');
});

test('long texts with only frequent lines are merged in time', () => {
  const lines = (seed: number) =>
    Array.from({ length: 100_000 }, (_, i) => ((i * i * seed) % 7) % 2).join('\n');
  const start = performance.now();
  mergeTexts(lines(1), lines(3), lines(5));
  expect(performance.now() - start).toBeLessThan(20_000);
}, 60_000);
