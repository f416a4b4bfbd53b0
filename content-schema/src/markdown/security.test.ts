import fc from 'fast-check';
import type { Element, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { renderMarkdown, tryToRender } from './markdown.ts';

const parseHtml = (html: string): Root =>
  unified().use(rehypeParse, { fragment: true }).parse(html);

const stringifier = unified().use(rehypeStringify);

const ELEMENTS = new Set(
  [
    'a b blockquote br code dd del details div dl dt em h2 h3 h4 h5 h6 hr i img input ins kbd li ol',
    'p pre q rp rt ruby s samp section span strike strong sub summary sup table tbody td tfoot th',
    'thead tr tt ul var',
  ].flatMap((names) => names.split(' ')),
);

const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'rel', 'ariaLabel', 'ariaDescribedBy', 'dataFootnoteRef', 'dataFootnoteBackref'],
  details: ['open'],
  div: ['role', 'tabIndex', 'ariaLabel'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  input: ['type', 'checked', 'disabled', 'ariaLabel'],
  li: ['value'],
  ol: ['start', 'reversed', 'type'],
  pre: ['tabIndex', 'dataLanguage'],
  section: ['dataFootnotes'],
  td: ['colSpan', 'rowSpan'],
  th: ['colSpan', 'rowSpan'],
};

// The last four are the languages of code within code, such as the HTML in a script.
const CLASSES =
  /^(hljs(-\S+)?|\S+_|no-highlight|language-\S+|sr-only|footnotes|data-footnote-backref|heading-row|heading-anchor|table-scroll|markdown-alert(-\w+)?|task-list-item|contains-task-list|xml|css|javascript|graphql)$/;

const protocolOf = (address: unknown): string =>
  URL.canParse(String(address), 'https://own.example/')
    ? new URL(String(address), 'https://own.example/').protocol
    : 'none';

/** Why an element must not be in a page; undefined when it may. */
const objection = ({ tagName, properties }: Element): string | undefined => {
  if (!ELEMENTS.has(tagName)) return `<${tagName}>`;
  for (const [name, value] of Object.entries(properties)) {
    if (['title', 'lang', 'dir', 'align'].includes(name)) continue;
    if (name === 'id') {
      if (!/^user-content-(?!user-content-)/.test(String(value))) return `id ${String(value)}`;
    } else if (name === 'className') {
      const classes = Array.isArray(value) ? value.map(String) : [];
      if (!classes.every((one) => CLASSES.test(one))) return `class ${String(value)}`;
    } else if (!ATTRIBUTES[tagName]?.includes(name)) {
      return `${name} on <${tagName}>`;
    } else if (
      name === 'href' &&
      !['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'none'].includes(protocolOf(value))
    ) {
      return `href ${String(value)}`;
    } else if (name === 'src' && !['http:', 'https:', 'none'].includes(protocolOf(value))) {
      return `src ${String(value)}`;
    }
  }
  return undefined;
};

const objections = (html: string): string[] => {
  const result: string[] = [];
  visit(parseHtml(html), (node: Nodes) => {
    if (node.type === 'element') result.push(...[objection(node) ?? []].flat());
    else if (node.type !== 'text' && node.type !== 'root') result.push(node.type);
  });
  return result;
};

/** What a browser gives back that took the HTML for its page. */
const readAgain = (html: string): string => stringifier.stringify(parseHtml(html));

const expectSafe = (html: string): void => {
  expect(objections(html)).toEqual([]);
  const again = readAgain(html);
  expect(objections(again)).toEqual([]);
  expect(objections(readAgain(again))).toEqual([]);
};

describe('the check itself', () => {
  it.each([
    '<script>1</script>',
    '<p onclick="x">',
    '<p style="x">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java&#10;script:alert(1)">x</a>',
    '<img src="data:image/png;base64,">',
    '<p id="login">',
    '<p class="site-header">',
    '<!-- comment -->',
    '<h1>x</h1>',
    '<svg><a></a></svg>',
  ])('objects to %s', (html) => {
    expect(objections(html)).not.toEqual([]);
  });
});

describe('rendered Markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    'text <script>alert(1)</script> text',
    '<ScRiPt>alert(1)</ScRiPt>',
    '<script\n>alert(1)</script\n>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    'text <img src=x onerror=alert(1)> text',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x></svg>',
    '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></math>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="javascript:alert(1)"></object>',
    '<embed src="javascript:alert(1)">',
    '<form action="javascript:alert(1)"><button>x</button></form>',
    '<input autofocus onfocus=alert(1)>',
    '<details open ontoggle=alert(1)>x</details>',
    '<body onload=alert(1)>',
    '<style>@import "https://evil.example"</style>',
    '<link rel=stylesheet href=https://evil.example>',
    '<base href="https://evil.example/">',
    '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<!--><script>alert(1)</script>-->',
    '<?php echo 1 ?><script>alert(1)</script>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x6A;&#x61;vascript:alert(1))',
    '[x](java%0ascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](<\x01javascript:alert(1)>)',
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://own.example/1)',
    '[x](x-evil:1)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x" onerror="alert(1)](y)',
    '![x](y "t\\" onerror=\\"alert(1)")',
    '[x](https://a.example "\\"><script>alert(1)</script>")',
    '[x](https://a.example/"onmouseover="alert(1))',
    '`<script>alert(1)</script>`',
    '```js"onmouseover="alert(1)\nx\n```',
    '```<script>\nalert(1)\n```',
    '```html\n<script>alert(1)</script>\n```',
    '# <script>alert(1)</script>',
    '# x" onmouseover="alert(1)',
    '# __proto__\n\n# constructor\n\n# login',
    '| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |',
    '[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: x',
    '- [x] <script>alert(1)</script>',
    'https://a.example/"><script>alert(1)</script>',
    '[<img src=x onerror=alert(1)>](https://a.example)',
    '<a href="https://a.example" target=_blank ping=https://evil.example>x</a>',
    '<template><script>alert(1)</script></template>',
    '<plaintext>x',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<div>&lt;script&gt;alert(1)&lt;/script&gt;</div>',
    '<div>&amp;lt;script&amp;gt;alert(1)</div>',
    '<div title=">"><script>alert(1)</script>',
  ])('has nothing unsafe in it for %j', (markdown) => {
    expectSafe(renderMarkdown(markdown));
    expectSafe(tryToRender(markdown, 'line').html);
  });

  it.each([
    // Read otherwise the second time than the first (mutation XSS).
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<svg><desc><table><a href="x"><style><img src=x onerror=alert(1)>',
    '<svg><foreignObject><p><style><!--</style><img src=x onerror=alert(1)>--></p>',
    '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
    '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<select><option><style></option></select><img src=x onerror=alert(1)></style>',
    '<template><s><template><s><img src=x onerror=alert(1)></s></template></s></template>',
    '<noscript><style></noscript><img src=x onerror=alert(1)>',
    '<title><a title="</title><img src=x onerror=alert(1)>">',
    '<textarea><a title="</textarea><img src=x onerror=alert(1)>">',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<noembed><p title="</noembed><script>alert(1)</script>">',
    '<iframe><p title="</iframe><script>alert(1)</script>">',
    '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
    '<pre>\n\n&lt;script>alert(1)&lt;/script></pre>',
    '<table><a href=x><tr><td><svg><script>alert(1)</script></table>',
    '<table><td><table><td></table></table><form><p></form><script>alert(1)</script>',
    '<b><p></b><i><a href=x><div></a><script>alert(1)</script>',
    '<p><table><p><select><p></table><script>alert(1)</script>',
    '<ruby><rt><rp><li><dd><option><script>alert(1)</script>',
    '<a><b><a><i><a><table><a href=javascript:alert(1)>x',
    '<image src=x onerror=alert(1)>',
    '<isindex type=image src=x onerror=alert(1)>',
    '<frameset onload=alert(1)><frame src="javascript:alert(1)"></frameset>',
    '</p></div></section></body></html><script>alert(1)</script>',
    // Names of what scripts look up (DOM clobbering).
    '<a id=location name=href href="https://evil.example">x</a>',
    '<form id=login name=document><input name=cookie id=cookie></form>',
    '<img name=currentScript src=x><img id=root src=x>',
    '<a id=x></a><a name=x></a><b id=x>x</b>',
    '<p id="__proto__">x</p><p id="constructor">y</p>',
    '<h2 id=footnote-label>x</h2>\n\ny[^1]\n\n[^1]: z',
    // Addresses.
    ...[
      ...[
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        ' javascript:alert(1)',
        'javascript :alert(1)',
      ],
      ...['java&#9;script:alert(1)', 'java&Tab;script:alert(1)', 'java&NewLine;script:alert(1)'],
      ...['&#1;javascript:alert(1)', '&#x20;javascript:alert(1)', 'javascript&colon;alert(1)'],
      ...['&#106;avascript:alert(1)', '&#x6Aavascript:alert(1)', '&#0000106avascript:alert(1)'],
      ...[
        '\x01javascript:alert(1)',
        'java\nscript:alert(1)',
        'java\rscript:alert(1)',
        'java\0script:alert(1)',
      ],
      ...['\u00a0javascript:alert(1)', '\ufeffjavascript:alert(1)', 'javascript\u200b:alert(1)'],
      ...[
        'ＪavaScript:alert(1)',
        'javaſcript:alert(1)',
        'vbscript:msgbox(1)',
        'livescript:x',
        'mocha:x',
      ],
      ...[
        'data:text/html,<script>alert(1)</script>',
        'data:image/svg+xml;base64,PHN2Zz4=',
        'DATA:x,y',
      ],
      ...[
        'feed:javascript:alert(1)',
        'view-source:javascript:alert(1)',
        'jar:javascript:alert(1)!/',
      ],
      ...[
        'blob:https://own.example/1',
        'file:///etc/passwd',
        'about:blank',
        'filesystem:x',
        'x-evil:1',
      ],
    ].flatMap((address) => [
      `<a href="${address}">x</a>`,
      `text <a href='${address}'>x</a>`,
      `<div><img src="${address}"></div>`,
      `<area href="${address}"><base href="${address}"><link href="${address}">`,
      `<table background="${address}"><td background="${address}">x</table>`,
      `<img srcset="${address} 1x" lowsrc="${address}" dynsrc="${address}" longdesc="${address}">`,
      `<q cite="${address}" style="x:url(${address})" formaction="${address}">x</q>`,
      `[x](<${address}>) ![x](<${address}>)`,
    ]),
    // Quotes and ends of tags.
    '<img src=\'x"onerror="alert(1)\'>',
    '<img src="x"onerror=alert(1)//>',
    '<img/src=x/onerror=alert(1)>',
    '<img src=x onerror\n=\nalert(1)>',
    '<div><img src=`x`onerror=alert(1)></div>',
    '<a title="&quot; onmouseover=alert(1) x=&quot;">x</a>',
    '<a title=\'" onmouseover="alert(1)\'>x</a>',
    '<img alt="<script>alert(1)</script>" title=\'"><script>alert(1)</script>\'>',
    '<div a"><script>alert(1)</script><b ">x</div>',
    "<div a'><svg onload=alert(1)><b '>x</div>",
    '<p id="x" id="y" ID=z onclick=alert(1)>x',
    '<div =onclick=alert(1) "onclick=alert(1) \'onclick=alert(1)>x</div>',
    '<div/onclick=alert(1)/style=x>x</div>',
    '<div\fonclick=alert(1)>x</div>',
    '<\0div onclick=alert(1)>x</div>',
    '< script>alert(1)</ script>',
    '<<script>alert(1)//<</script>',
    '<div><<b onclick=alert(1)>x</b></div>',
    '<scr\0ipt>alert(1)</scr\0ipt>',
    '<script/x>alert(1)</script/x>',
    '<div><script>a</script >b<script>alert(1)</script\n></div>',
    '<div><!--><img src=x onerror=alert(1)>--></div>',
    '<div><!--->a<script>alert(1)</script>--></div>',
    '<div><!-- --!><script>alert(1)</script> --></div>',
    '<div><!-- <!-- --> <script>alert(1)</script> --></div>',
    '<div><![CDATA[><script>alert(1)</script>]]></div>',
    '<div><?x ><script>alert(1)</script>?></div>',
    '<div></ onclick=alert(1)></div><!x><script>alert(1)</script>',
    // Marks of Markdown within HTML, and the other way round.
    '<a href="\n\njavascript:alert(1)">x</a>',
    '<div title="\n\n<script>alert(1)</script>\n\n">x</div>',
    '<div>\n\n<script>\n\nalert(1)\n\n</script>\n\n</div>',
    '<a href="https://a.example">[x](javascript:alert(1))</a>',
    '<b>*</b>*<i onclick=alert(1)>**</i>**',
    '*<b*>onclick=alert(1)</b>',
    '`<b>`<img src="`" onerror=alert(1)>`',
    '> <div onclick=alert(1)>\n\n</div><script>alert(1)</script>',
    '- <table><td onclick=alert(1)>\n- </table><style>*{}</style>',
    '| <svg onload=alert(1)> | <b onclick=alert(1)> |\n|---|---|\n| </table><script>alert(1)</script> | x |',
    '# <a onclick=alert(1) href="javascript:x">y</a>',
    '[<b onclick=alert(1)>x</b>][r]\n\n[r]: javascript:alert(1) "<img onerror=alert(1)>"',
    'x[^<img src=x onerror=alert(1)>]\n\n[^<img src=x onerror=alert(1)>]: <script>alert(1)</script>',
    '> [!NOTE]\n> <style>*{}</style><script>alert(1)</script><b onclick=alert(1)>x</b>',
    // Looks and roles that are the page's own.
    '<div class="site-header heading-anchor" role=dialog tabindex=1 aria-live=assertive hidden>x</div>',
    '<section data-footnotes class="footnotes x"><h2 class="sr-only" id=y>z</h2></section>',
    '<pre tabindex=9 data-language=x contenteditable autofocus accesskey=x draggable>x</pre>',
    '<details ontoggle=alert(1) open=javascript:x name=y><summary onclick=alert(1)>x</summary></details>',
    '<input type=image src=x onerror=alert(1) name=x value=y form=z><input type=password>',
    '<button formaction=javascript:x>x</button><select name=x></select><dialog open>x</dialog>',
    '<marquee onstart=alert(1)>x</marquee><blink>x</blink><font color=red>x</font>',
    '<video src=x onerror=alert(1) autoplay><source onerror=alert(1)><track src=x></video>',
    '<audio src=x onerror=alert(1)></audio><embed src=x><applet code=x></applet><param name=x>',
    `<video src='x" onclick="alert(1)'></video><iframe src="&#106;avascript:alert(1)"></iframe>`,
    '<iframe src="x<script>alert(1)</script>"></iframe><object data=`x`onclick=alert(1)></object>',
    '<td onclick=alert(1)>x</td><tr><caption>y</caption><col span=9></tr>',
    '<img width="expression(alert(1))" height="9999999" sizes=x loading=eager ping=x usemap=#x ismap>',
    '<ol type="javascript:x" start="x" reversed="y"><li value="z" type=q>x</ol>',
    '<td colspan=99999999 rowspan=-1>x</td><table><td colspan=99999999 rowspan=0 headers=x>y</table>',
    '<slot name=x></slot><my-element onclick=alert(1)>x</my-element><portal src=x></portal>',
  ])('has nothing unsafe in it for the HTML %j', (markdown) => {
    expectSafe(renderMarkdown(markdown));
    expectSafe(tryToRender(markdown, 'line').html);
    expectSafe(renderMarkdown(`text ${markdown}`));
    expectSafe(renderMarkdown(`<div>\n${markdown}`));
  });

  it('has nothing unsafe in it for code within code', () => {
    expectSafe(renderMarkdown('```js\n<script><svg onload=x>'));
  });

  it('has nothing unsafe in it for any Markdown', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...['<script>', '</script>', '<img src=x onerror=alert(1)>', '<svg onload=x>', '<a href="'],
        ...[
          'javascript:',
          'data:text/html,',
          '[x](',
          '![x](',
          '](',
          ')',
          '<',
          '>',
          '"',
          "'",
          '&lt;',
        ],
        ...['&colon;', '\n', '\n\n', '# ', '- ', '- [ ] ', '> ', '1. ', '```', '```js\n', '`', '|'],
        ...[
          'a|b\n-|-\n',
          '[^1]',
          '[^1]: ',
          '*',
          '**',
          '_',
          '~~',
          '\\',
          '  \n',
          '    ',
          '\t',
          '<!--',
        ],
        ...['<b>', '</b>', '<div>', '</div>', '<p>', '</p>', '<table>', '<td>', '</table>', '<li>'],
        ...[
          '<math>',
          '</math>',
          '<svg>',
          '</svg>',
          '<mtext>',
          '</style>',
          '<template>',
          '<select>',
        ],
        ...[
          '<a name=x>',
          '</a>',
          '<pre>',
          '<h1>',
          '<summary>',
          '<br>',
          '<![CDATA[',
          ']]>',
          '<?',
          '=',
        ],
        ...["'", '> [!NOTE]\n', 'href=', ' onclick=x', '<form>', '<textarea>', '<noscript>', '/>'],
        ...[
          '-->',
          'https://',
          'www.',
          'a@b.co',
          '<details>',
          '<style>',
          'id="x"',
          '//evil.example',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const markdown = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(markdown, (text) => {
        expectSafe(renderMarkdown(text));
        expectSafe(tryToRender(text, 'line').html);
      }),
      { numRuns: 150 },
    );
  });
});
