import { expect, it } from 'vitest';
import { ownPathsIn, undescribedImages } from './images-in-text.ts';

it('finds the own paths of links, pictures, references and HTML, but for those in code', () => {
  const text =
    '[a](/a) ![](/b "B") [c][c] <a class="x" href="/d?q#f">d</a> `[e](/e)` [out](//f) [a](/a)\n\n[c]: /c';
  expect(ownPathsIn(text)).toEqual(['/a', '/b', '/d?q#f', '/c']);
  expect(undescribedImages(text).map(({ address }) => address)).toEqual(['/b']);
});

it('takes no more than a moment for what begins like links', () => {
  const began = performance.now();
  for (const start of ['![', '<a ', '\n[a', '](']) ownPathsIn(start.repeat(300_000 / start.length));
  expect(performance.now() - began).toBeLessThan(5000);
});
