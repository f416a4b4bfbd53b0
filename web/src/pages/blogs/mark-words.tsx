import { folded, searchWords } from 'content-schema';
import type { ReactNode } from 'react';

/** Marks the words of the query in a text, ignoring case and accents. */
export const markWords = (text: string, query: string): ReactNode => {
  const characters = Array.from(text);
  const foldedCharacters = characters.map(folded);
  const whole = foldedCharacters.join('');
  // The character to which each code unit of `whole` belongs.
  const indexes = foldedCharacters.flatMap(({ length }, index) =>
    new Array<number>(length).fill(index),
  );
  const isMarked = characters.map(() => false);
  for (const word of searchWords(query)) {
    for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + word.length)) {
      isMarked.fill(true, indexes[at], indexes[at + word.length]);
    }
  }
  const starts = [...characters.keys()].filter((i) => isMarked[i] !== isMarked[i - 1]);
  return starts.map((start, index) => {
    const part = characters.slice(start, starts[index + 1]).join('');
    return isMarked[start] ? <mark key={start}>{part}</mark> : part;
  });
};
