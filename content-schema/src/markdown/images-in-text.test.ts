import { expect, it } from 'vitest';
import {
  foreignImagesOf,
  linksIn,
  ownPathsOf,
  relink,
  undescribedImages,
} from './images-in-text.ts';

it('finds the own paths of links, images, definitions and HTML, except in code', () => {
  const text =
    '[a](/a) ![](/b "B") [c][c] <a class="x" href="/d?q#f">d</a> `[e](/e)` [out](//f) [a](/a)\n\n[c]: /c';
  expect(ownPathsOf(linksIn(text))).toEqual(['/a', '/b', '/d?q#f', '/c']);
  expect(undescribedImages(text).map(({ address }) => address)).toEqual(['/b']);
});

it('takes no more than a moment for what begins like links', () => {
  const base = performance.now();
  for (const start of ['![', '<a ', '\n[a', '](', '](a(', '{{', '{%', '[[']) {
    const text = start.repeat(300_000 / start.length);
    ownPathsOf(linksIn(text));
  }
  expect(performance.now() - base).toBeLessThan(5000);
});

it('finds addresses however they are written', () => {
  const text = [
    '[![a](a.jpg)](b.md "B") ![](<c d.jpg>) ![](e_(1).jpg) ![]({{ site.baseurl }}/f.png)',
    '[m]({% post_url 2012-01-02-m %}) [n]({{< ref "n.md" >}})',
    "<img alt='g' src='g h.jpg'> [i][] https://example.com/j `![](k.jpg)`",
    '[i]: <i j.jpg>',
    '[l]: l.jpg "L"',
  ].join('\n');
  expect(linksIn(text).map(({ address }) => address)).toEqual([
    ...['a.jpg', 'b.md', 'c d.jpg', 'e_(1).jpg', '{{ site.baseurl }}/f.png'],
    ...['{% post_url 2012-01-02-m %}', '{{< ref "n.md" >}}'],
    ...['g h.jpg', 'i j.jpg', 'l.jpg'],
  ]);
  for (const { start, end, address } of linksIn(text)) expect(text.slice(start, end)).toBe(address);
});

it('replaces addresses, and nothing else of the text', () => {
  const text = '![A *b*](<a b.jpg> "T") [c](c.md#d)\r\n\r\n~~~\n![](a.jpg)\n~~~\n\n[e]: a.jpg\n';
  const to = new Map([
    ['a b.jpg', '/photos/1'],
    ['c.md#d', '/blogs/c#d'],
    ['a.jpg', '/photos/2'],
  ]);
  expect(relink(text, (address) => to.get(address))).toBe(
    '![A *b*](</photos/1> "T") [c](/blogs/c#d)\r\n\r\n~~~\n![](a.jpg)\n~~~\n\n[e]: /photos/2\n',
  );
  expect(relink(text, () => undefined)).toBe(text);
});

it('finds the pictures that are not in photos/', () => {
  const text = [
    '![](/assets/a.png) ![](b.JPG "B") <img src="../c.webp?w=1"> ![](a/photos/d.gif) ![](b.JPG)',
    '![](/photos/e.png) ![](../photos/f.png) ![](/uploads/g.png) ![](https://example.com/h.png)',
    '![](//example.com/i.png) ![](data:image/png;base64,j.png) [k](/k.pdf) `![](l.png)`',
  ];
  expect(foreignImagesOf(linksIn(text.join('\n')))).toEqual([
    ...['/assets/a.png', 'b.JPG', '../c.webp?w=1', 'a/photos/d.gif'],
  ]);
});
