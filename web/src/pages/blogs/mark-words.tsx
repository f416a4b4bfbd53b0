import { folded, searchWords } from 'content-schema';
import type { ReactNode } from 'react';

/** A text as it is compared, and from which of its own units each of that one's is. */
const foldWithPlaces = (text: string) => {
  const places: number[] = [];
  let whole = '';
  let place = 0;
  for (const character of text) {
    const part = folded(character);
    for (let unit = 0; unit < part.length; unit += 1) places.push(place);
    whole += part;
    place += character.length;
  }
  places.push(place);
  return { whole, places };
};

/** Which of the text's units stand in one of the words. */
const markedUnits = (text: string, words: readonly string[]): boolean[] => {
  const { whole, places } = foldWithPlaces(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length)) {
      marked.fill(true, places[at], places[at + word.length]);
    }
  }
  return marked;
};

/** A text with the words of the query marked where they stand in it, whatever the case and the accents. */
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
