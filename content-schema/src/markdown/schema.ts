import { defaultSchema, type Options } from 'rehype-sanitize';

/** What stands before every id, so that none can take the place of one of the page's own. */
export const ID_PREFIX = 'user-content-';

/** The elements and attributes that Markdown makes; nothing else passes, wherever it came from. */
export const schema: Options = {
  tagNames: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['a', 'em', 'strong', 'del', 'sup', 'img', 'ul', 'ol', 'li', 'input', 'section'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    '*': ['id', 'title'],
    a: [
      ...['href', 'ariaDescribedBy', 'ariaLabel', 'dataFootnoteRef', 'dataFootnoteBackref'],
      ['className', 'data-footnote-backref'],
    ],
    code: [['className', /^language-./]],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt'],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  required: { input: { disabled: true, type: 'checkbox' } },
  ancestors: defaultSchema.ancestors ?? {},
  clobber: ['id', 'ariaDescribedBy'],
  clobberPrefix: ID_PREFIX,
  strip: ['script'],
};
