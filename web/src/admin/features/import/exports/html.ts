import type { Element } from 'hast';
import type { Html, Image, Link, Nodes, Root, RootContent } from 'mdast';
import rehypeRemark, { type Options } from 'rehype-remark';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import {
  addHeading,
  elementsIn,
  parser,
  textOf,
} from '../../../core/posts/editor/html-to-markdown.ts';

/** Converts the HTML of other programs to a tree of Markdown, without losing words or addresses. */

const lineOf = (nodes: readonly Parameters<typeof textOf>[0][]): string =>
  nodes.map(textOf).join('').replace(/\s+/g, ' ').trim();

/** The text that HTML shows, on one line. */
export const plainText = (html: string): string => lineOf(parser.parse(html).children);

export const attribute = ({ properties }: Element, name: string): string =>
  [properties[name] ?? ''].flat().join(' ');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A paragraph of a link, which is named by its address without a label in HTML. */
export const linkHtml = (address: string, label = ''): string =>
  `<p><a href="${escaped(address)}">${label || escaped(address)}</a></p>`;

export const imageHtml = (address: string, alt = ''): string =>
  `<img src="${escaped(address)}" alt="${escaped(alt)}">`;

export const figureHtml = (html: string, caption: string): string =>
  `<figure>${html}<figcaption>${caption}</figcaption></figure>`;

const SPACE = '((?:\\s|&nbsp;)+)';
const MARK = '(?:a|b|strong|em|i|s|del)';

/** What programs write, and what it becomes. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  // Converting takes the square of the length of such a run.
  [/\s{200,}/g, ' '],
  // `**a **` is not strong in Markdown.
  [RegExp(`(?<!\\s|&nbsp;)${SPACE}((?:</${MARK}>)+)`, 'g'), '$2$1'],
  [RegExp(`((?:<${MARK}(?: [^<>]*)?>)+)${SPACE}`, 'g'), '$2$1'],
  [/<\/(strong|em|s)><\1>/g, ''],
  // A picture that links to itself.
  [/<a [^>]*href="([^"]+)"[^>]*>\s*(<img[^>]*src="\1"[^>]*>)\s*<\/a>/g, '$2'],
  [/<[bi]>(<(strong|em)[^<>]*>[^<]*<\/\2>)<\/[bi]>/g, '$1'],
  [/<(?:ul|li)[^>]*blocks-gallery[^>]*>/g, ''],
  // Pictures that a script loads, with a copy.
  [/<noscript>\s*<img[^>]*>\s*<\/noscript>(?=\s*<img[^>]*data-src)/g, ''],
  [/<img([^>]*?)\sdata-src=("[^"]*")/g, '<img src=$2$1'],
  [/<script[^>]*"(https:\/\/gist\.github\.com\/[^"]+?)\.js[^>]*><\/script>/g, linkHtml('$1')],
  [/<(video|audio)[^>]*>\s*<source[^>]*\ssrc="([^"]+)"[^]*?<\/\1>/g, linkHtml('$2')],
  [/<(iframe|video|audio|embed)\s[^>]*?src="([^"]+)"[^>]*>(?:[^]*?<\/\1>)?/g, linkHtml('$2')],
  [/(?<=["'>])[^"'<>]*youtube[\w-]*\.com\/embed\/([\w-]{11})[^"'<>]*/g, 'https://youtu.be/$1'],
  [/(?<=["'>])[^"'<>]*player\.vimeo\.com\/video\/(\d+)[^"'<>]*/g, 'https://vimeo.com/$1'],
  // Addresses that are shown as what they lead to.
  [
    /(?<=<(?:p|div)[^>]*>\s*|<br ?\/?>\s*)(https?:[^\s<]+)(?=\s*<(?:\/p|\/div|br)\b)/g,
    '<a href="$1">$1</a>',
  ],
  [/(<table[^>]*>)\s*<caption[^>]*>([^]*?)<\/caption>/g, '<p>$2</p>$1'],
];

type Handlers = NonNullable<Options['handlers']>;
type Handler = NonNullable<Handlers[string]>;
type State = Parameters<Handler>[0];

const html = (value: string): Html => ({ type: 'html', value });

const isPicture = (node: RootContent): node is Image | Link =>
  node.type === 'image' || (node.type === 'link' && node.children.every(isPicture));

/** The caption of a lone picture becomes its title; several are in one paragraph. */
const figure = (state: State, element: Element) => {
  const { children } = element;
  const isCaption = (child: (typeof children)[number]): child is Element =>
    child.type === 'element' && child.tagName === 'figcaption';
  const rest = state.all({ ...element, children: children.filter((child) => !isCaption(child)) });
  const caption = children.find(isCaption);
  const shown = rest.flatMap((node) => (node.type === 'paragraph' ? node.children : [node]));
  const pictures = shown.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  const isOfPictures = pictures.every(isPicture);
  const row = pictures.flatMap((node) => [node, { type: 'text', value: ' ' }]);
  const blocks = isOfPictures ? [{ type: 'paragraph', children: row }] : state.toFlow(rest);
  const [lone, second] = pictures;
  const image = lone?.type === 'link' ? lone.children[0] : lone;
  if (!caption || lineOf([caption]) === '') return blocks as never;
  if (isOfPictures && !second && image?.type === 'image' && elementsIn(caption, 'a').length === 0) {
    image.title = lineOf([caption]);
    return blocks as never;
  }
  const inline = state
    .toFlow(state.all(caption))
    .map((each) => ('children' in each ? each.children : []));
  const words = { type: 'emphasis', children: inline.flat() as unknown[] };
  return [...blocks, { type: 'paragraph', children: [words] }] as never;
};

const block: Handler = (state, element: Element) => {
  const classes = attribute(element, 'className');
  if (/gallery|outsetRow/.test(classes)) return figure(state, element);
  const children = state.toFlow(state.all(element));
  const mark = { type: 'paragraph', children: [html('[!NOTE]')] };
  if (!/callout-(?:card|block)/.test(classes)) return children;
  return { type: 'blockquote', children: [mark, ...children] } as never;
};

/** Keeps a tag that Markdown lacks. */
const kept =
  (name: string): Handler =>
  (state, element: Element) =>
    [html(`<${name}>`), ...state.all(element), html(`</${name}>`)] as never;

const footnote =
  (type: 'footnoteReference' | 'footnoteDefinition'): Handler =>
  (state, element: Element) => {
    const identifier = attribute(element, 'id');
    return {
      type,
      identifier,
      label: identifier,
      children: state.toFlow(state.all(element)),
    };
  };

const handlers: Handlers = {
  ...{ figure, div: block, sub: kept('sub'), sup: kept('sup'), u: kept('ins'), ins: kept('ins') },
  ...{ 'x-reference': footnote('footnoteReference'), 'x-note': footnote('footnoteDefinition') },
  'x-markdown': (_, element: Element) => html(attribute(element, 'title')),
  details: (state, element: Element) => {
    const summary = elementsIn(element, 'summary').map(({ children }) => children.splice(0));
    const start = html(`<details>\n<summary>${escaped(lineOf(summary.flat()))}</summary>`);
    return [start, ...state.toFlow(state.all(element)), html('</details>')] as never;
  },
};

const nodeHandlers = { comment: () => undefined };
const converter = unified().use(rehypeRemark, { handlers, nodeHandlers });

const isEmpty = (node: Nodes): boolean => {
  if (node.type === 'text') return node.value.trim() === '';
  if (/^(?:table|footnote)/.test(node.type)) return false;
  return 'children' in node ? node.children.every(isEmpty) : node.type === 'break';
};

/** Converts HTML. `skipped` gets the names of the elements that were left out. */
export const markdownTreeOf = (source: string, skipped: string[]): Root => {
  const tree = parser.parse(REWRITES.reduce((text, [from, to]) => text.replace(from, to), source));
  visit(tree, 'element', (element) => {
    if (/^(?:script|form|object)$/.test(element.tagName)) skipped.push(element.tagName);
    if (element.tagName === 'table') addHeading(element);
  });
  const markdown = converter.runSync(tree);
  visit(markdown, (node, index, parent) => {
    if (!parent || index === undefined || !('children' in node)) return undefined;
    if (!isEmpty(node) && (node.type !== 'link' || node.url !== '')) return undefined;
    parent.children.splice(index, 1, ...(isEmpty(node) ? [] : (node as Root).children));
    return [SKIP, index];
  });
  return markdown;
};
