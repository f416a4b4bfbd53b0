import type { Root } from 'hast';
import { defaultSchema, type Options } from 'rehype-sanitize';
import { visit } from 'unist-util-visit';

/** The prefix of every id, so that none can clash with the page's own ids. */
export const ID_PREFIX = 'user-content-';

/** Elements that are removed with their content, which is not text for readers; media leave a link. */
export const HIDDEN_ELEMENTS = [
  ...['script', 'style', 'template', 'iframe', 'object', 'noscript', 'svg', 'math', 'title'],
];

/** The elements of GitHub's allowlist that work without classes and scripts. */
export const ELEMENTS = [
  ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div'],
  ...['a', 'em', 'strong', 'del', 'sup', 'sub', 'img', 'b', 'i', 's', 'strike', 'ins', 'tt', 'q'],
  ...['kbd', 'samp', 'var', 'ruby', 'rp', 'rt', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'input'],
  ...['section', 'details', 'summary', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
];

const LENGTH = /^\d{1,4}(?:\.\d{1,2})?(?:px|%)?$/;
const SPANS = ['colSpan', 'rowSpan'].map((name): [string, RegExp] => [name, /^[1-9]\d{0,2}$/]);

export const schema: Options = {
  tagNames: ELEMENTS,
  attributes: {
    '*': [
      ...['id', 'title', 'lang'],
      ['dir', 'ltr', 'rtl', 'auto'],
      ['align', 'left', 'center', 'right', 'justify', 'top', 'middle', 'bottom'],
    ],
    a: [
      ...['href', 'ariaDescribedBy', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref'],
      ['className', 'data-footnote-backref'],
    ],
    code: [['className', /^language-./, 'math-display']],
    details: ['open'],
    div: [
      ['className', 'markdown-alert', /^markdown-alert-(?:note|tip|important|warning|caution)$/],
    ],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', ['width', LENGTH], ['height', LENGTH]],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    li: ['value', ['className', 'task-list-item']],
    ol: ['start', 'reversed', ['type', /^[1aAiI]$/], ['className', 'contains-task-list']],
    p: [['className', 'markdown-alert-title']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: SPANS,
    th: SPANS,
    ul: [['className', 'contains-task-list']],
  },
  // `removeUnsafeAddresses` checks schemes; the check here would be case-sensitive.
  protocols: {},
  required: { input: { disabled: true, type: 'checkbox' } },
  ancestors: defaultSchema.ancestors ?? {},
  clobber: ['id', 'ariaDescribedBy'],
  clobberPrefix: ID_PREFIX,
  strip: HIDDEN_ELEMENTS,
};

const SCHEMES = new Map([
  ['href', new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:'])],
  ['src', new Set(['http:', 'https:'])],
]);
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
/** Control characters and spaces: browsers read `java\tscript:` as `javascript:`. */
const IGNORED = /[^!-\u{10ffff}]/gu;

const isSafe = (address: string, schemes: ReadonlySet<string>): boolean => {
  const [scheme] = SCHEME.exec(address.replace(IGNORED, '')) ?? [];
  return scheme === undefined || schemes.has(scheme.toLowerCase());
};

export const isSafeSource = (address: string): boolean =>
  isSafe(address, SCHEMES.get('src') ?? new Set());

/** Removes URLs that are not of a page, a message or a call. */
export const removeUnsafeAddresses = () => (tree: Root) => {
  visit(tree, 'element', ({ properties }) => {
    for (const [name, schemes] of SCHEMES) {
      const address = properties[name];
      if (address !== undefined && !(typeof address === 'string' && isSafe(address, schemes))) {
        properties[name] = undefined;
      }
    }
  });
};
