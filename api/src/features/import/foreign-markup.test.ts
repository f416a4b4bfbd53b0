import { expect, test } from 'vitest';
import {
  addressesIn,
  foreignMarkup,
  withCover,
  withMarkdownImages,
  withoutModuleCode,
  withWikiLinks,
} from './foreign-markup.ts';

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
  ['{{<img src="a.jpg" alt="The pier">}}', '![The pier](a.jpg)'],
  ['{{< img "a.jpg" "The pier" >}}', '![The pier](a.jpg)'],
  ['{{< figure src="https://example.com/a?b" >}}', '![](https://example.com/a?b)'],
  ['{% img left /img/a.png 300 200 "Six" %}', '![Six](/img/a.png)'],
  ['{% asset_img a.png The pier %}', '![The pier](a.png)'],
  ['{% include figure image_path="/a.jpg" caption="Six" %}', '![Six](/a.jpg "Six")'],
  ['<Image src="a.jpg" alt="The pier" width={300} />', '![The pier](a.jpg)'],
  ["<Image alt='The pier' src={require('./a.jpg')} />", '![The pier](./a.jpg)'],
])('a picture in other words is one in Markdown: %s', (text, markdown) => {
  expect(withMarkdownImages(`Before ${text} after\n`)).toBe(`Before ${markdown} after\n`);
});

test.each([
  '`![[a.png]]`',
  '```\n{{< figure src="a.jpg" >}}\n```\n',
  '![[Note]] [[a.png]] {{< figure >}} {{< video src="a.mp4" poster="a.jpg" >}} {% link a.png %}',
  '<Image src={photo} /> <Card image="a.jpg" /> {% include card.html url="/a" image="a.jpg" %}',
])('what is no picture stays: %s', (text) => {
  expect(withMarkdownImages(text)).toBe(text);
});

test('a component that shows an imported image becomes that image', () => {
  const text = 'import pier from \'../img/pier.jpg\';\n\n<Image src={pier} alt="The pier" />\n';
  expect(withoutModuleCode(withMarkdownImages(text))).toBe('![The pier](../img/pier.jpg)\n');
});

test('no text takes long', () => {
  const start = process.cpuUsage();
  for (const part of [
    '{{< figure ',
    '![[',
    '{{< figure src=',
    '![[a|',
    '{{< figure a="',
    '{% a ',
  ]) {
    withMarkdownImages(part.repeat(100_000));
  }
  for (const part of ['$', '$$ ', '{#', ':::', '<A ', '[[', '{{<', '{% ']) {
    foreignMarkup(part.repeat(100_000));
    addressesIn(part.repeat(100_000));
  }
  for (const part of ['export {\n\n', 'import a from ', 'export const a = [];\n\n', '{/*']) {
    withoutModuleCode(part.repeat(50_000));
  }
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(10_000);
});

test('wiki links whose target is known become links', () => {
  const text = '[[x]] [[notes/y#Part|The y]] [[gone]] `[[x]]` ![[x]] | [[x\\|in a table]] |';
  expect(addressesIn(text)).toEqual(['[[x]]', '[[notes/y]]', '[[gone]]']);
  const to = new Map([
    ['[[x]]', '/blogs/x'],
    ['[[notes/y]]', '/blogs/y'],
  ]);
  expect(withWikiLinks(text, (address) => to.get(address))).toBe(
    '[x](/blogs/x) [The y](/blogs/y) [[gone]] `[[x]]` ![[x]] | [in a table](/blogs/x) |',
  );
});

test('imports, exports and comments of MDX are left out', () => {
  const code = [
    "import { Tweet } from '@/components/tweet'",
    'import React from "react"',
    '',
    'export const meta = {',
    "  title: 'A',",
    '',
    '  tags: [1],',
    '}',
    '',
    '{/* A comment */}',
    'Text',
    '',
    'import taxes are high, and so is',
    'export volume.',
    '',
    '```js',
    "import a from 'b'",
    '```',
    '',
    'export default ({ children }) => <Page meta={meta}>{children}</Page>',
  ];
  expect(withoutModuleCode(code.join('\r\n'))).toBe(
    [
      'Text',
      '',
      'import taxes are high, and so is',
      'export volume.',
      '',
      "```js\r\nimport a from 'b'\r\n```",
      '',
      '',
    ].join('\r\n'),
  );
  expect(withoutModuleCode('export const a = {\n\nText\n')).toBe('Text\n');
});

test.each([
  [
    '{{< tweet 1 >}} {{% note %}}',
    '2 shortcodes are not Markdown and are kept as they are, e.g. “{{< tweet 1 >}}”',
  ],
  ['{% raw %}', '“{% raw %}” is not Markdown and is kept as it is'],
  ['See ![[note|300]]', '“![[note|300]]” is not Markdown and is kept as it is'],
  [
    '<YouTube id="x" /> and </YouTube>',
    '“<YouTube id="x" />” is not Markdown and is kept as it is',
  ],
  [
    'It is $a^2$, or\n$$\nb\n$$',
    '2 formulas are not Markdown and are kept as they are, e.g. “$a^2$”',
  ],
  [':::note\nText\n:::', '“:::note” is not Markdown and is kept as it is'],
  [
    '# A {#a}\n\nText\n{: .b}',
    '2 attribute lists are not Markdown and are kept as they are, e.g. “{#a}”',
  ],
])('what is not Markdown is counted by its kind: %s', (text, warning) => {
  expect(foreignMarkup(text)).toEqual([warning]);
});

test('every kind of foreign markup is warned of', () => {
  expect(foreignMarkup('{{< a >}} {% b %} {{% c %}} [[d]] <E/> $f$ {.g}\n:::h')).toHaveLength(7);
  expect(
    foreignMarkup('`{% raw %}` [[1]](a) [a][b] {{ x }} $5 and $6, US$5/$HOME List<String> {a} :::'),
  ).toEqual([]);
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
