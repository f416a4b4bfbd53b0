const WORDS_A_MINUTE = 220;

const ADDRESS = /https?:\/\/[^\s)>\]]+|\]\([^()\s]*/g;
const TAG = /<\/?[a-z][^<>]{0,1000}>/gi;
/** A character of Chinese or Japanese counts as a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}'’-])+/gu;
/** Other scripts without spaces, whose words servers and browsers might segment differently. */
const UNSPACED = /(?=\p{L})[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu;
const UNSPACED_RUN = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** The average in the Universal Declaration of Human Rights; marks are not letters. */
const LETTERS_A_WORD = 3.6;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Counts the visible words of a text, without URLs and tags. */
export const countWords = (markdown: string): number => {
  const text = markdown.replace(TAG, ' ').replace(ADDRESS, ' ');
  const letters = count(text, UNSPACED);
  return count(text.replace(UNSPACED_RUN, ' '), WORD) + Math.round(letters / LETTERS_A_WORD);
};

/** Returns how long words take to read, in whole minutes, at least 1. */
export const minutesFor = (words: number): number =>
  Math.max(1, Math.round(words / WORDS_A_MINUTE));

/** Returns the reading time of a text in whole minutes, at least 1. */
export const readingMinutes = (markdown: string): number => minutesFor(countWords(markdown));
