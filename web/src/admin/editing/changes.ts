import { diffLines, diffWordsWithSpace, type Change as DiffPart } from 'diff';

/** A piece of two texts: in both of them, or in one only. */
export interface Change {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer passages are compared line by line alone: finding their words in common takes long. */
const WORDS_MAX = 5000;

const changeOf = ({ value, added, removed }: DiffPart): Change => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

/** Versions of a passage, word by word; as a whole where they have next to nothing in common. */
const compareWords = (removed: Change, added: Change): readonly Change[] => {
  const length = removed.text.length + added.text.length;
  if (length > WORDS_MAX) return [removed, added];
  const parts = diffWordsWithSpace(removed.text, added.text).map(changeOf);
  const common = parts.filter(({ kind }) => kind === 'same').map(({ text }) => text.trim());
  return common.join('').length * 5 < length / 2 ? [removed, added] : parts;
};

/** With pieces of one kind that follow each other as one. */
const joined = (changes: readonly Change[]): readonly Change[] =>
  changes.reduce<Change[]>((all, change) => {
    const last = all.at(-1);
    return last?.kind === change.kind
      ? [...all.slice(0, -1), { ...last, text: last.text + change.text }]
      : [...all, change];
  }, []);

/** What has to be removed from `before` and added to it to make `after`, word by word. */
export const changesOf = (before: string, after: string): readonly Change[] => {
  const lines = diffLines(before, after).map(changeOf);
  const words = lines.flatMap((change, index) => {
    const [previous, next] = [lines[index - 1], lines[index + 1]];
    if (change.kind === 'removed' && next?.kind === 'added') return compareWords(change, next);
    return change.kind === 'added' && previous?.kind === 'removed' ? [] : [change];
  });
  return joined(words);
};

/** Unchanged lines that are shown on either side of a change. */
const CONTEXT_LINES = 2;

/** The changes without most of what is the same: of that, the lines next to a change, if there is one. */
export const withoutMostOfTheSame = (changes: readonly Change[]): readonly Change[] =>
  changes.map((change, index) => {
    if (changes.length === 1) return change;
    const lines = change.text.split('\n');
    if (change.kind !== 'same' || lines.length <= 2 * CONTEXT_LINES + 2) return change;
    // The rest of a line that was changed counts for none.
    const rest = changes[index - 1]?.text.endsWith('\n') ? 0 : 1;
    const start = index === 0 ? [] : lines.slice(0, CONTEXT_LINES + rest);
    const end = index === changes.length - 1 ? [] : lines.slice(-CONTEXT_LINES - 1);
    return { ...change, text: [...start, '…', ...end].join('\n') };
  });
