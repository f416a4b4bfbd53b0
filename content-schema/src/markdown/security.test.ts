import fc from 'fast-check';
import type { Element, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { renderInlineMarkdown, renderMarkdown } from '../markdown.ts';

const parseHtml = (html: string): Root =>
  unified().use(rehypeParse, { fragment: true }).parse(html);

const ELEMENTS = new Set(
  'a blockquote br code del div em h2 h3 h4 h5 h6 hr img input li ol p pre section span strong sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);

const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'rel', 'ariaLabel', 'ariaDescribedBy', 'dataFootnoteRef', 'dataFootnoteBackref'],
  div: ['role', 'tabIndex', 'ariaLabel'],
  img: ['src', 'alt', 'loading', 'decoding'],
  input: ['type', 'checked', 'disabled', 'ariaLabel'],
  ol: ['start'],
  pre: ['tabIndex', 'dataLanguage'],
  section: ['dataFootnotes'],
  td: ['align'],
  th: ['align'],
};

const CLASSES =
  /^(hljs(-\S+)?|\S+_|no-highlight|language-\S+|sr-only|footnotes|data-footnote-backref|heading-row|heading-anchor|table-scroll|task-list-item|contains-task-list)$/;

const protocolOf = (address: unknown): string =>
  URL.canParse(String(address), 'https://own.example/')
    ? new URL(String(address), 'https://own.example/').protocol
    : 'none';

/** Why an element must not be in a page; undefined when it may. */
const objection = ({ tagName, properties }: Element): string | undefined => {
  if (!ELEMENTS.has(tagName)) return `<${tagName}>`;
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'title') continue;
    if (name === 'id') {
      if (!/^user-content-(?!user-content-)/.test(String(value))) return `id ${String(value)}`;
    } else if (name === 'className') {
      const classes = Array.isArray(value) ? value.map(String) : [];
      if (!classes.every((one) => CLASSES.test(one))) return `class ${String(value)}`;
    } else if (!ATTRIBUTES[tagName]?.includes(name)) {
      return `${name} on <${tagName}>`;
    } else if (
      name === 'href' &&
      !['http:', 'https:', 'mailto:', 'none'].includes(protocolOf(value))
    ) {
      return `href ${String(value)}`;
    } else if (name === 'src' && !['http:', 'https:', 'none'].includes(protocolOf(value))) {
      return `src ${String(value)}`;
    }
  }
  return undefined;
};

const objections = (html: string): string[] => {
  const found: string[] = [];
  visit(parseHtml(html), (node: Nodes) => {
    if (node.type === 'element') found.push(...[objection(node) ?? []].flat());
    else if (node.type !== 'text' && node.type !== 'root') found.push(node.type);
  });
  return found;
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
    expect(objections(renderMarkdown(markdown))).toEqual([]);
    expect(objections(renderInlineMarkdown(markdown))).toEqual([]);
  });

  it('has nothing unsafe in it, whatever the Markdown', () => {
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
        expect(objections(renderMarkdown(text))).toEqual([]);
        expect(objections(renderInlineMarkdown(text))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
