import type { TextEdit } from '../text-edit.ts';
import type { Span } from './source-positions.ts';

/** An item of a list: the text it reads as, and the source that comes and goes with it. */
export interface ListItem extends Span {
  readonly text: string;
}

export interface ListSource {
  readonly source: string;
  readonly items: readonly ListItem[];
  readonly separator: string;
  /** The source of an item that is not in the list yet. */
  readonly itemSource: (text: string) => string;
}

/** How many items are the same at the start and, beyond those, at the end. */
const sameEnds = (items: readonly ListItem[], wanted: readonly string[]) => {
  const shorter = Math.min(items.length, wanted.length);
  let head = 0;
  while (head < shorter && items[head]?.text === wanted[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && items.at(-1 - tail)?.text === wanted.at(-1 - tail)) tail += 1;
  return { head, tail };
};

/**
 * Turns the items of a list into the `wanted` ones: what is between the items that stay at both
 * ends is written anew, where items that only moved take their source along. A list without any
 * item can't be edited so; undefined then.
 */
export const listEdit = (list: ListSource, wanted: readonly string[]): TextEdit | undefined => {
  const { source, items, separator, itemSource } = list;
  const { head, tail } = sameEnds(items, wanted);
  const before = items[head - 1];
  const after = items[items.length - tail];
  const removed = items.slice(head, items.length - tail);
  const [first, last] = [removed.at(0), removed.at(-1)];
  const known = new Map(items.map(({ text, start, end }) => [text, source.slice(start, end)]));
  const added = wanted
    .slice(head, wanted.length - tail)
    .map((text) => known.get(text) ?? itemSource(text));

  if (first && last) {
    if (added.length > 0) {
      return { start: first.start, end: last.end, text: added.join(separator) };
    }
    // A separator goes with the items.
    if (before) return { start: before.end, end: last.end, text: '' };
    return { start: first.start, end: after?.start ?? last.end, text: '' };
  }
  if (before) {
    const text = added.map((item) => separator + item).join('');
    return { start: before.end, end: before.end, text };
  }
  if (after) {
    const text = added.map((item) => item + separator).join('');
    return { start: after.start, end: after.start, text };
  }
  return undefined;
};
