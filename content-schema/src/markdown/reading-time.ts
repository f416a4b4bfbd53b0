const WORDS_A_MINUTE = 220;

const ADDRESS = /https?:\/\/[^\s)>\]]+|\]\([^()\s]*/g;
/** A character of a script without spaces counts as a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}'’-])+/gu;

/** The words of a text that are read, so those of addresses are not among them. */
export const countWords = (markdown: string): number =>
  markdown.replace(ADDRESS, ' ').match(WORD)?.length ?? 0;

/** Whole minutes that it takes to read a text, at least 1. */
export const readingMinutes = (markdown: string): number =>
  Math.max(1, Math.round(countWords(markdown) / WORDS_A_MINUTE));
