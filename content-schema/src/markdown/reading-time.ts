const WORDS_A_MINUTE = 220;

const ADDRESS = /https?:\/\/[^\s)>\]]+|\]\([^()\s]*/g;
/** A character of a script without spaces counts as a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}'’-])+/gu;

/** Whole minutes that it takes to read a text, at least 1. */
export const readingMinutes = (markdown: string): number => {
  const words = markdown.replace(ADDRESS, ' ').match(WORD)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
};
