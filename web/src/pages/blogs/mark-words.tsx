import { folded, searchWords } from 'content-schema';
import type { ReactNode } from 'react';

/**
 * The text folded for comparison, and for each of its code units the index in the original text.
 */
const foldWithPositions = (text: string) => {
  const positions: number[] = [];
  let whole = '';
  let position = 0;
  for (const character of text) {
    const part = folded(character);
    for (let unit = 0; unit < part.length; unit += 1) positions.push(position);
    whole += part;
    position += character.length;
  }
  positions.push(position);
  return { whole, positions };
};

/** For each code unit of the text, whether it belongs to one of the words. */
const markedUnits = (text: string, words: readonly string[]): boolean[] => {
  const { whole, positions } = foldWithPositions(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length)) {
      marked.fill(true, positions[at], positions[at + word.length]);
    }
  }
  return marked;
};

/** Marks the words of the query in a text, ignoring case and accents. */
export const markWords = (text: string, query: string): ReactNode => {
  const marked = markedUnits(text, searchWords(query));
  const parts: ReactNode[] = [];
  for (let start = 0; start < text.length;) {
    const isMarked = marked[start];
    const next = marked.indexOf(!isMarked, start);
    const end = next === -1 ? text.length : next;
    const part = text.slice(start, end);
    parts.push(isMarked ? <mark key={start}>{part}</mark> : part);
    start = end;
  }
  return parts;
};
