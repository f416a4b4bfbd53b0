import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { markWords } from './mark-words.tsx';

const markup = (text: string, query: string) =>
  renderToStaticMarkup(<p>{markWords(text, query)}</p>).slice(3, -4);

it.each([
  ['Of ferries', 'ferr', 'Of <mark>ferr</mark>ies'],
  ['Ferry ferry', 'FERRY', '<mark>Ferry</mark> <mark>ferry</mark>'],
  ['The Göta älv', 'gota alv', 'The <mark>Göta</mark> <mark>älv</mark>'],
  ['Gota', 'göta', '<mark>Gota</mark>'],
  ['İstanbul 🎉 hall', 'hall', 'İstanbul 🎉 <mark>hall</mark>'],
  ['abcd', 'abc bcd', '<mark>abcd</mark>'],
  ['a < b', 'b', 'a &lt; <mark>b</mark>'],
  ['Of ferries', 'bridge', 'Of ferries'],
])('marks in %j the words %j', (text, query, expected) => {
  expect(markup(text, query)).toBe(expected);
});

it('never changes the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const html = renderToStaticMarkup(<p>{markWords(text, query)}</p>);
      expect(html.replace(/<\/?mark>/g, '')).toBe(renderToStaticMarkup(<p>{text}</p>));
    }),
  );
});
