import { diffArrays } from 'diff';

/** A word of a page, with its position. */
export interface PageWord {
  readonly text: string;
  readonly node: Text;
  readonly start: number;
}

/** Pages with more words are not compared, because it would take too long. */
const WORDS_MAX = 20_000;
const EDITS_MAX = 4_000;

const WORD = /\S+/g;

/** The visible words of an element, in order. */
export const wordsIn = (element: Element): PageWord[] => {
  const words: PageWord[] = [];
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (text.parentElement?.closest('script, style, title, .visually-hidden')) continue;
    for (const { 0: word, index } of text.data.matchAll(WORD)) {
      words.push({ text: word, node: text, start: index });
    }
  }
  return words;
};

/** The words of `words` that `others` lacks; undefined if there are too many to compare. */
export const addedWords = (
  words: readonly PageWord[],
  others: readonly Pick<PageWord, 'text'>[],
): PageWord[] | undefined => {
  if (words.length + others.length > WORDS_MAX) return undefined;
  const before = others.map(({ text }) => text);
  const now = words.map(({ text }) => text);
  const parts = diffArrays(before, now, { maxEditLength: EDITS_MAX });
  if (!parts) return undefined;
  const beyond: PageWord[] = [];
  let position = 0;
  for (const { added, removed, count } of parts) {
    if (removed) continue;
    if (added) beyond.push(...words.slice(position, position + count));
    position += count;
  }
  return beyond;
};
