import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** What Markdown has words for; all else is text as any other. */
const FORMATTING = new Set(
  'a b blockquote code del em h1 h2 h3 h4 h5 h6 hr i img li pre s strong table'.split(' '),
);

const WEB_ADDRESS = /^(?:https?|mailto):/i;

const styleOf = ({ properties }: Element): string => {
  const { style } = properties;
  return typeof style === 'string' ? style : '';
};

/** Writers say by styles what is bold, or that what is marked as bold is not. */
const tagOf = (element: Element): string => {
  const style = styleOf(element);
  if (element.tagName === 'b' && /font-weight:\s*(?:normal|400)/.test(style)) return 'span';
  if (element.tagName !== 'span') return element.tagName;
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) return 'strong';
  return /font-style:\s*italic/.test(style) ? 'em' : 'span';
};

/** Leaves what leads to other places than the web, such as the file of a text on someone's disk. */
const leadsNowhere = ({ tagName, properties }: Element): boolean => {
  const address = tagName === 'a' ? properties['href'] : properties['src'];
  return ['a', 'img'].includes(tagName) && !WEB_ADDRESS.test(String(address));
};

const elementsIn = (tree: Element, tagName: string): Element[] => {
  const found: Element[] = [];
  visit(tree, { type: 'element', tagName }, (element) => void found.push(element));
  return found;
};

/** A table of Markdown has a heading, which those of spreadsheets have not: it is their first row. */
const addHeading = (table: Element): void => {
  const [row] = elementsIn(table, 'tr');
  if (row === undefined || elementsIn(table, 'th').length > 0) return;
  for (const cell of elementsIn(row, 'td')) cell.tagName = 'th';
};

/** Reads the tree as it is meant, and gives whether it has any formatting. */
const readFormatting = (tree: Root): boolean => {
  let isFormatted = false;
  visit(tree, 'element', (element, index, parent) => {
    element.tagName = tagOf(element);
    if (leadsNowhere(element) && parent && index !== undefined) {
      parent.children.splice(index, 1, ...element.children);
      return [SKIP, index];
    }
    if (element.tagName === 'table') addHeading(element);
    isFormatted ||= FORMATTING.has(element.tagName);
    return undefined;
  });
  return isFormatted;
};

const parser = unified().use(rehypeParse, { fragment: true });
const converter = unified().use(rehypeRemark);
const writer = unified().use(remarkGfm).use(remarkStringify, {
  bullet: '-',
  emphasis: '_',
  listItemIndent: 'one',
  rule: '-',
});

export interface PastedMarkdown {
  readonly markdown: string;
  /** More than a part of a paragraph. */
  readonly isBlock: boolean;
}

/**
 * What was copied from a page, a text or a spreadsheet, as Markdown; undefined where that has no
 * formatting to keep.
 */
export const markdownOf = (html: string): PastedMarkdown | undefined => {
  const tree = parser.parse(html);
  if (!readFormatting(tree)) return undefined;
  const document = converter.runSync(tree);
  const [first, ...others] = document.children;
  if (first === undefined) return undefined;
  return {
    markdown: writer.stringify(document).trimEnd(),
    isBlock: others.length > 0 || first.type !== 'paragraph',
  };
};
