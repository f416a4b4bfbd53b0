import fc from 'fast-check';
import type { Element, Nodes, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { HTML_ATTACKS, MARKDOWN_ATTACKS } from '../../test/attacks.ts';
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
])('the check itself objects to %s', (html) => {
  expect(objections(html)).not.toEqual([]);
});

describe('rendered Markdown', () => {
  it.each([...MARKDOWN_ATTACKS, ...HTML_ATTACKS])('has nothing unsafe in it for %j', (markdown) => {
    expectSafe(renderMarkdown(markdown));
    expectSafe(tryToRender(markdown, 'line').html);
    expectSafe(renderMarkdown(`text ${markdown}`));
    expectSafe(renderMarkdown(`<div>\n${markdown}`));
  });

  it('has nothing unsafe in it for any Markdown', () => {
    const words =
      '<script> </script> <img/onerror=alert(1)> <b> </b> <div> </div> <p> </p> <table> <td> </table> ' +
      '<li> <math> </math> <svg> </svg> <mtext> <style> </style> <template> <select> <a/name=x> </a> ' +
      '<pre> <h1> <summary> <details> <br> <![CDATA[ ]]> <form> <textarea> <noscript> <!-- --> <? /> ' +
      'javascript: data:text/html, https:// //evil.example www. a@b.co href= id="x" [x]( ![x]( ]( ) ' +
      '< > " \' = &lt; &colon; ``` ` | [^1] * ** _ ~~ \\';
    const spaced = ['<svg onload=x>', '<a href="', ' onclick=x', '```js\n', 'a|b\n-|-\n', '[^1]: '];
    const breaks = ['\n', '\n\n', '  \n', '    ', '\t', '# ', '- ', '- [ ] ', '> ', '1. '];
    const piece = fc.oneof(
      fc.constantFrom(...words.split(' '), ...spaced, ...breaks, '> [!NOTE]\n'),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
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
