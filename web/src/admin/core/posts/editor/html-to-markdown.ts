import type { Element, Parents, Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** The formatting that Markdown has; everything else is plain text. */
const FORMATTING = new Set(
  'a b blockquote code del em h1 h2 h3 h4 h5 h6 hr i img li pre s strong table'.split(' '),
);

const WEB_ADDRESS = /^(?:https?|mailto):/i;

/** Word processors use styles to make text bold, and also to undo the bold of an element. */
const tagOf = (element: Element): string => {
  const style = element.properties['style'] ?? '';
  if (element.tagName === 'b' && /font-weight:\s*(?:normal|400)/.test(style)) return 'span';
  if (element.tagName !== 'span') return element.tagName;
  if (/font-weight:\s*(?:bold|[6-9]00)/.test(style)) return 'strong';
  if (/text-decoration:[^;]*line-through/.test(style)) return 'del';
  return /font-style:\s*italic/.test(style) ? 'em' : 'span';
};

/** Whether an address doesn't lead to the web, such as that of a local file. */
const hasNoWebAddress = ({ tagName, properties }: Element): boolean => {
  const address = tagName === 'a' ? properties['href'] : properties['src'];
  return ['a', 'img'].includes(tagName) && !WEB_ADDRESS.test(String(address));
};

export const elementsIn = (tree: Element, tagName: string): Element[] => {
  const result: Element[] = [];
  visit(tree, { type: 'element', tagName }, (element) => void result.push(element));
  return result;
};

/** Markdown tables need a header. Copied spreadsheets have none, so their first row becomes it. */
export const addHeading = (table: Element): void => {
  const [row] = elementsIn(table, 'tr');
  if (row === undefined || elementsIn(table, 'th').length > 0) return;
  for (const cell of elementsIn(row, 'td')) cell.tagName = 'th';
};

/** An item of a single paragraph belongs to a list without empty lines. */
const unwrapParagraph = (item: Element): void => {
  const paragraphs = item.children.filter(
    (content) => content.type === 'element' && content.tagName === 'p',
  );
  const [only] = paragraphs;
  if (paragraphs.length > 1 || only?.type !== 'element') return;
  item.children.splice(item.children.indexOf(only), 1, ...only.children);
};

// Word copies list items as paragraphs whose style gives their level.

const LEVEL = /mso-list:\s*l\d+\s+level(\d)/;
const MARKER = /mso-list:\s*ignore/i;
const ORDERED = /^\s*\w+[.)]/;

const hasStyle = (node: RootContent, style: RegExp): node is Element =>
  node.type === 'element' && style.test(String(node.properties['style']));

const isGap = (node: RootContent): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');

export const textOf = (node: RootContent): string => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
};

/** Removes the bullet or number that Word puts into an item. Returns it. */
const takeMarker = (item: Element): string => {
  let marker = '';
  visit(item, 'element', (element, index, parent) => {
    if (!parent || index === undefined || !hasStyle(element, MARKER)) return undefined;
    marker = textOf(element);
    parent.children.splice(index, 1);
    return index;
  });
  return marker;
};

export const makeElement = (tagName: string, children: Element['children'] = []): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

const gatherItems = (parent: Parents): void => {
  const gathered: RootContent[] = [];
  /** The lists that the next item can continue, outermost first. */
  let open: Element[] = [];
  for (const node of parent.children) {
    if (!hasStyle(node, LEVEL)) {
      if (open.length > 0 && isGap(node)) continue;
      open = [];
      gathered.push(node);
      continue;
    }
    const level = Number(LEVEL.exec(String(node.properties['style']))?.[1] ?? 1);
    const tagName = ORDERED.test(takeMarker(node)) ? 'ol' : 'ul';
    open = open.slice(0, level);
    if (open.length === level && open.at(-1)?.tagName !== tagName) open.pop();
    if (open.length < level) {
      const list = makeElement(tagName);
      const item = open.at(-1)?.children.at(-1);
      if (item?.type === 'element') item.children.push(list);
      else gathered.push(list);
      open.push(list);
    }
    open.at(-1)?.children.push(makeElement('li', node.children));
  }
  parent.children = gathered;
};

const readWordLists = (tree: Root): void => {
  const parents = new Set<Parents>();
  visit(tree, 'element', (element, _, parent) => {
    if (parent && hasStyle(element, LEVEL)) parents.add(parent);
  });
  parents.forEach(gatherItems);
};

/** Normalizes the tree. Returns whether it has any formatting. */
const readFormatting = (tree: Root): boolean => {
  let isFormatted = false;
  readWordLists(tree);
  visit(tree, 'element', (element, index, parent) => {
    element.tagName = tagOf(element);
    // Office has elements of its own, e.g. the `o:p` that Word puts into each paragraph.
    const isOfOffice = element.tagName.includes(':');
    if ((hasNoWebAddress(element) || isOfOffice) && parent && index !== undefined) {
      parent.children.splice(index, 1, ...element.children);
      return [SKIP, index];
    }
    if (element.tagName === 'table') addHeading(element);
    if (element.tagName === 'li') unwrapParagraph(element);
    isFormatted ||= FORMATTING.has(element.tagName);
    return undefined;
  });
  return isFormatted;
};

export const parser = unified().use(rehypeParse, { fragment: true });
const converter = unified().use(rehypeRemark, {
  // Windows marks the copied fragment with comments, and Word marks what only Word shows.
  nodeHandlers: { comment: () => undefined },
});
export const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', listItemIndent: 'one', rule: '-' });

/** Converts copied HTML to Markdown; undefined if it has no formatting. */
export const markdownOf = (html: string) => {
  const tree = parser.parse(html);
  if (!readFormatting(tree)) return undefined;
  const document = converter.runSync(tree);
  const [first, ...others] = document.children;
  if (first === undefined) return undefined;
  return {
    markdown: writer.stringify(document).trimEnd(),
    /** Whether it is more than inline content. */
    isBlock: others.length > 0 || first.type !== 'paragraph',
  };
};
