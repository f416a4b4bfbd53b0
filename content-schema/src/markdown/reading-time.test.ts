import { expect, it } from 'vitest';
import { readingMinutes } from './markdown.ts';

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

it.each([
  [
    'Thai',
    'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ',
  ],
  [
    'Lao',
    'ມະນຸດທຸກຄົນເກີດມາມີກຽດສັກສີ ສິດທິ ເສລີພາບ ແລະຄວາມສະເໝີພາບເທົ່າທຽມກັນ ທຸກໆຄົນມີເຫດຜົນ ແລະຄວາມຄິດຄວາມເຫັນສ່ວນຕົວຂອງໃຜຂອງມັນ',
  ],
  [
    'Khmer',
    'មនុស្សទាំងអស់កើតមកមានសេរីភាព និងសមភាពក្នុងសេចក្ដីថ្លៃថ្នូរនិងសិទ្ធិ មនុស្សមានវិចារណញ្ញាណនិងសតិសម្បជញ្ញៈជាប់ពីកំណើត',
  ],
])('of %s, which writes no spaces, is that of its words', (_, text) => {
  const words = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
  ).filter(({ isWordLike }) => isWordLike);
  const minutes = readingMinutes(text.repeat(200)) / ((200 * words.length) / 220);
  expect(minutes).toBeGreaterThan(0.85);
  expect(minutes).toBeLessThan(1.15);
});

it('of Burmese is not that of one word', () => {
  expect(readingMinutes('လူတိုင်းသည်တူညီလွတ်လပ်သော'.repeat(500))).toBeGreaterThan(5);
});

it('does not count addresses', () => {
  const link = '[word](https://example.com/a/long/path/to/something) ';
  expect(readingMinutes(link.repeat(2200))).toBe(10);
  expect(readingMinutes('https://example.com/a/b/c '.repeat(2200))).toBe(1);
});

it('does not count tags', () => {
  expect(readingMinutes('<a href="/x" title="one two">word</a> '.repeat(2200))).toBe(10);
  expect(readingMinutes('a < b and c > d '.repeat(550))).toBe(
    readingMinutes('a b and c d '.repeat(550)),
  );
});
