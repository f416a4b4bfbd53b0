import { diffLines, diffWordsWithSpace, type Change as DiffPart } from 'diff';

export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer passages are compared only by lines, because comparing words takes too long. */
const WORDS_MAX = 5000;

const changeOf = ({ value, added, removed }: DiffPart): Change => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

/** Compares two passages by words; returns them unchanged if they have almost nothing in common. */
const compareWords = (removed: Change, added: Change): readonly Change[] => {
  const length = removed.text.length + added.text.length;
  if (length > WORDS_MAX) return [removed, added];
  const parts = diffWordsWithSpace(removed.text, added.text).map(changeOf);
  const common = parts.filter(({ kind }) => kind === 'same').map(({ text }) => text.trim());
  return common.join('').length * 5 < length / 2 ? [removed, added] : parts;
};

const joined = (changes: readonly Change[]): readonly Change[] =>
  changes.reduce<Change[]>((all, change) => {
    const last = all.at(-1);
    return last?.kind === change.kind
      ? [...all.slice(0, -1), { ...last, text: last.text + change.text }]
      : [...all, change];
  }, []);

/** The pieces to remove from `before` and to add to it to get `after`, by words. */
export const changesOf = (before: string, after: string): readonly Change[] => {
  const lines = diffLines(before, after).map(changeOf);
  const words = lines.flatMap((change, index) => {
    const [previous, next] = [lines[index - 1], lines[index + 1]];
    if (change.kind === 'removed' && next?.kind === 'added') return compareWords(change, next);
    return change.kind === 'added' && previous?.kind === 'removed' ? [] : [change];
  });
  return joined(words);
};

const CONTEXT_LINES = 2;

/** Shortens unchanged pieces to the lines next to a change; a text without any stays complete. */
export const shortenUnchanged = (changes: readonly Change[]): readonly Change[] =>
  changes.map((change, index) => {
    if (changes.length === 1) return change;
    const lines = change.text.split('\n');
    if (change.kind !== 'same' || lines.length <= 2 * CONTEXT_LINES + 2) return change;
    // The rest of a changed line doesn't count as a line.
    const rest = changes[index - 1]?.text.endsWith('\n') ? 0 : 1;
    const start = index === 0 ? [] : lines.slice(0, CONTEXT_LINES + rest);
    const end = index === changes.length - 1 ? [] : lines.slice(-CONTEXT_LINES - 1);
    return { ...change, text: [...start, '…', ...end].join('\n') };
  });
