import { describe, expect, it } from 'vitest';
import { readingMinutes } from '../markdown.ts';

describe('reading time', () => {
  it.each([
    ['nothing', '', 1],
    ['a few words', 'Hello world', 1],
    ['words', 'word '.repeat(2200), 10],
    ['words with apostrophes and accents', 'l’été don’t '.repeat(1100), 10],
    ['Chinese, by its characters', '你好'.repeat(1100), 10],
    ['Japanese with some English', 'これは test です。'.repeat(440), 12],
    ['marks around words', '**word** _word_ '.repeat(1100), 10],
  ])('of %s', (_, markdown, minutes) => {
    expect(readingMinutes(markdown)).toBe(minutes);
  });

  it('does not count addresses', () => {
    const link = '[word](https://example.com/a/long/path/to/something) ';
    expect(readingMinutes(link.repeat(2200))).toBe(10);
    expect(readingMinutes('https://example.com/a/b/c '.repeat(2200))).toBe(1);
  });
});
