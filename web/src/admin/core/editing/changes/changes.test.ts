import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesOf, shortenUnchanged, type Change } from './changes.ts';

const marked = (changes: readonly Change[]): string =>
  changes
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `[-${text}-]`,
    )
    .join('');

it('marks the words that differ, not their whole lines', () => {
  expect(marked(changesOf('One\nThe low tide\nThree', 'One\nThe high tide\nThree'))).toBe(
    'One\nThe [-low-]{+high+} tide\nThree',
  );
});

it('marks passages with almost nothing in common as a whole', () => {
  expect(marked(changesOf('Ships come and go.', 'Nothing ever happens here.'))).toBe(
    '[-Ships come and go.-]{+Nothing ever happens here.+}',
  );
});

it('keeps all text of both sides', () => {
  const text = fc
    .array(fc.constantFrom('a b', 'a c', '', 'low tide', 'high tide'), { maxLength: 8 })
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = changesOf(before, after);
      const side = (kind: Change['kind']) =>
        changes
          .filter((change) => change.kind === 'same' || change.kind === kind)
          .map((change) => change.text)
          .join('');
      expect(side('removed')).toBe(before);
      expect(side('added')).toBe(after);
    }),
  );
});

it('shortens a long text to the lines around its changes', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const after = lines.with(10, 'line ten');
  expect(marked(shortenUnchanged(changesOf(lines.join('\n'), after.join('\n'))))).toBe(
    '…\nline 8\nline 9\nline [-10-]{+ten+}\nline 11\nline 12\n…',
  );
});

it('keeps a long text without changes complete', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
  expect(marked(shortenUnchanged(changesOf(text, text)))).toBe(text);
});
