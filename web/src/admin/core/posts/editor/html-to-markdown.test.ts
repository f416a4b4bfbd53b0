import { expect, it } from 'vitest';
import { markdownOf } from './html-to-markdown.ts';

const convert = (html: string): string | undefined => markdownOf(html)?.markdown;

it.each([
  ['a <strong>strong</strong> and <em>quiet</em> word', 'a **strong** and _quiet_ word'],
  ['<a href="https://example.com/a">the tide</a>', '[the tide](https://example.com/a)'],
  ['<h2>Tides</h2><ul><li>low</li><li>high</li></ul>', '## Tides\n\n- low\n- high'],
  ['<blockquote><p>low</p></blockquote>', '> low'],
  ['<pre><code class="language-sh">ls</code></pre>', '```sh\nls\n```'],
  ['<s>gone</s>', '~~gone~~'],
  // Google Docs
  [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-weight:400;font-style:italic">italic</span></p></b>',
    '**Bold** and _italic_',
  ],
  [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><ul><li><p>Low</p></li><li><p>High</p></li><ul><li><p>Springs</p></li></ul></ul><p><span style="text-decoration:line-through">gone</span></p></b>',
    '- Low\n- High\n  - Springs\n\n~~gone~~',
  ],
  // Links and images without a web address become text.
  [
    '<p><a href="file:///C:/a.doc">a</a> <b>b</b><img src="data:image/png;base64,AA"></p>',
    'a **b**',
  ],
])('converts copied HTML to Markdown: %s', (html, markdown) => {
  expect(convert(html)).toBe(markdown);
});

it('what Windows and Word add is left out, and lists of Word are lists', () => {
  const item = (level: number, marker: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;
  const html = [
    '<html><body><!--StartFragment--><h2>Tides<o:p></o:p></h2>',
    item(1, '·', 'Low'),
    item(2, 'o', 'Neaps'),
    item(1, '·', '<b>High</b>'),
    '<p class=MsoNormal>In order:<o:p></o:p></p>',
    item(1, '1.', 'Ebb'),
    item(2, 'a)', 'Slack'),
    item(1, '2.', 'Flood'),
    '<!--EndFragment--></body></html>',
  ].join('\n');
  expect(convert(html)).toBe(
    ['## Tides\n\n- Low\n  - Neaps\n- **High**', 'In order:', '1. Ebb\n   1. Slack\n2. Flood'].join(
      '\n\n',
    ),
  );
});

it.each([
  [
    'a header row',
    '<table><tr><th>Day</th><th>Tide</th></tr><tr><td>Mon</td><td>low</td></tr></table>',
  ],
  [
    'cells only, as spreadsheets copy them',
    '<meta charset="utf-8"><google-sheets-html-origin><style>td{}</style><table><colgroup><col></colgroup><tbody><tr><td>Day</td><td>Tide</td></tr><tr><td>Mon</td><td>low</td></tr></tbody></table>',
  ],
])('converts a table with %s', (_, html) => {
  expect(convert(html)).toBe('| Day | Tide |\n| --- | ---- |\n| Mon | low  |');
});

it('keeps text without formatting unchanged', () => {
  expect(
    markdownOf('<meta charset="utf-8"><div style="color:red"><span>const a = 1;</span></div>'),
  ).toBeUndefined();
  expect(markdownOf('')).toBeUndefined();
});

it('distinguishes inline content from blocks', () => {
  expect(markdownOf('a <b>b</b>')?.isBlock).toBe(false);
  expect(markdownOf('<p>a <b>b</b></p><p>c</p>')?.isBlock).toBe(true);
});
