import { expect, it } from 'vitest';
import { digestOf } from './digest.ts';

it('says how a text begins, how long it takes to read and which picture it has', () => {
  const beginning = 'The first paragraph of a text says what there is to expect of it. '.repeat(2);
  const markdown = `# Title\n\n${beginning}\n\n![View](/photos/01J "Caption")\n\n${'word '.repeat(660)}`;
  const excerpt = `${beginning}${'word '.repeat(17).trim()}…`;
  expect(digestOf(markdown)).toEqual({ excerpt, minutes: 3, photo: '01J' });
});

it.each([
  ['an address that is escaped', '![](/photos/a%20b.jpg)', 'a b.jpg'],
  ['an address in angle brackets', '![]( </photos/a.jpg>)', 'a.jpg'],
  ['an address with a width', '![](/photos/a?w=320)', 'a'],
  ['HTML', '<p><img alt="x" src="/photos/a"></p>', 'a'],
  ['a picture below those of other sites', '![](https://x.example/photos/b) ![](/photos/a)', 'a'],
  ['a picture that links to itself', '[![](/photos/a)](/photos/a)', 'a'],
  ['a link to a photo', '[Photo](/photos/a)', undefined],
  ['an address that cannot be decoded', '![](/photos/%)', '%'],
])('finds the photo in %s', (_, markdown, photo) => {
  expect(digestOf(markdown).photo).toBe(photo);
});

it('finds none within a moment where much begins like a picture', () => {
  const base = performance.now();
  for (const start of ['![', '<img ', '![](']) {
    expect(digestOf(start.repeat(300_000 / start.length)).photo).toBeUndefined();
  }
  expect(performance.now() - base).toBeLessThan(5000);
});
