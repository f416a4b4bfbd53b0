import { expect, test } from 'vitest';
import { withCover, withMarkdownPictures } from './foreign-pictures.ts';

test.each([
  ['{{< figure src="a.jpg" >}}', '![](a.jpg)'],
  ['{{% figure src="a.jpg" /%}}', '![](a.jpg)'],
  [`{{< figure alt='The "pier"' src=/img/a.jpg >}}`, '![The "pier"](/img/a.jpg)'],
  [
    '{{< figure src="a (1).jpg" alt="A [pier]" caption="It\'s \\"six\\"" title="T" >}}',
    '![A \\[pier\\]](a%20%281%29.jpg "It\'s \\\\")',
  ],
  ['{{< figure src="a.jpg" title="Six" class="x" >}}', '![Six](a.jpg "Six")'],
  ['{{< figure\n  src="a.jpg"\n  alt="Two\n  lines" >}}', '![Two lines](a.jpg)'],
  ['{{< figure src="a.jpg" link="https://b.example/" >}}', '[![](a.jpg)](https://b.example/)'],
  ['![[Bild ä.png]]', '![](Bild%20ä.png)'],
  ['![[img/a.png|300]] and ![[b.jpg|The pier]]', '![](img/a.png) and ![The pier](b.jpg)'],
  ['![[a.png|300x200]]', '![](a.png)'],
])('a picture in other words is one in Markdown: %s', (text, markdown) => {
  expect(withMarkdownPictures(`Before ${text} after\n`)).toBe(`Before ${markdown} after\n`);
});

test.each([
  '`![[a.png]]`',
  '```\n{{< figure src="a.jpg" >}}\n```\n',
  '![[Note]] [[a.png]] {{< figure >}} {{< youtube src="a.jpg" >}} {% include figure src="a.jpg" %}',
])('what is no picture stays: %s', (text) => {
  expect(withMarkdownPictures(text)).toBe(text);
});

test('no text takes long', () => {
  const started = performance.now();
  for (const part of ['{{< figure ', '![[', '{{< figure src=', '![[a|', '{{< figure a="']) {
    withMarkdownPictures(part.repeat(100_000));
  }
  expect(performance.now() - started).toBeLessThan(2000);
});

const A = { address: 'a.jpg', alt: 'The [pier]', caption: 'At "six"' };
const B = { address: 'https://b.example/b.jpg', alt: '', caption: '' };
const own = (address: string) => (address === 'a.jpg' ? '/photos/A' : undefined);

test('the first picture that can be shown comes above the text, unless the text shows it', () => {
  expect(withCover('Text', [A, B], own)).toBe(
    '![The \\[pier\\]](/photos/A "At \\"six\\"")\n\nText',
  );
  expect(withCover('One\r\ntwo', [B, A], own)).toBe(`![](${B.address})\r\n\r\nOne\r\ntwo`);
  expect(withCover('Text', [{ ...A, address: 'gone.jpg' }], own)).toBe('Text');
  for (const text of ['![](/photos/A)', '<img src="/photos/A">']) {
    expect(withCover(text, [A, B], own)).toBe(text);
  }
});
