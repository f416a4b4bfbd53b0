import type { Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { renderedBody } from '../front-matter/block.ts';
import { showAlerts } from './alerts.ts';
import { enrichBlocks, skipLongCode } from './blocks.ts';
import { anchorHeadings, levelHeadings, resolveLinks } from './headings.ts';
import { renderMath } from './math.ts';
import { BLANK_LINES, isTooNested, parseMarkdown } from './parse.ts';
import { keepRawHtml, limitRawHtml, parseRawHtml } from './raw-html.ts';
import { ID_PREFIX, removeUnsafeAddresses, schema } from './sanitize.ts';

export { digestOf, type PostDigest } from './digest.ts';
export { excerptOf, shortened } from './excerpt.ts';
export { readingMinutes } from './reading-time.ts';

const pipeline = unified()
  .use(showAlerts)
  .use(remarkBreaks)
  .use(limitRawHtml)
  // The prefix comes from sanitising, which would put it before footnotes a second time.
  .use(remarkRehype, { clobberPrefix: '', handlers: { html: keepRawHtml } })
  .use(parseRawHtml)
  .use(removeUnsafeAddresses)
  .use(rehypeSanitize, schema)
  // The following plugins only add our own elements to a tree that is already sanitised.
  .use(levelHeadings)
  .use(rehypeSlug, { prefix: ID_PREFIX })
  .use(anchorHeadings)
  .use(resolveLinks)
  .use(renderMath)
  .use(skipLongCode)
  .use(rehypeHighlight)
  .use(enrichBlocks)
  .use(rehypeStringify, { allowDangerousHtml: true })
  .freeze();

/** `blocks` for a whole document; `line` leaves out the `<p>` of a single paragraph. */
export type MarkdownShape = 'blocks' | 'line';

export interface RenderedMarkdown {
  readonly html: string;
  /** Whether the text takes too long to render, so that its source is shown. */
  readonly tooComplex: boolean;
}

/** More than 300 KB of ordinary text, lists and tables have. */
const NODES_MAX = 80_000;
/** A table has all cells of its rectangle, even if few are written: 14 KB can produce millions. */
const CELLS_MAX = 20_000;
/** Each reference adds a link to its footnote. */
const FOOTNOTE_REFERENCES_MAX = 1000;

/** Whether a tree would become a document that is disproportionately large. */
const isOutOfProportion = (tree: MarkdownRoot): boolean => {
  let nodes = 0;
  let cells = 0;
  let footnoteReferences = 0;
  visit(tree, (node) => {
    nodes += 1;
    if (node.type === 'footnoteReference') footnoteReferences += 1;
    if (node.type === 'table') cells += node.children.length * (node.align?.length ?? 0);
  });
  return nodes > NODES_MAX || cells > CELLS_MAX || footnoteReferences > FOOTNOTE_REFERENCES_MAX;
};

/** Texts up to this length are always rendered in time. */
const SHORT_LENGTH = 10_000;

const count = (text: string, part: string): number => text.split(part).length - 1;

/** Returns false if a text is certainly not too complex. Cheap, since it doesn't parse. */
export const mayBeTooComplex = (markdown: string): boolean =>
  markdown.length > SHORT_LENGTH ||
  isTooNested(markdown) ||
  count(markdown, '[^') > FOOTNOTE_REFERENCES_MAX ||
  // More are needed for the lines and columns of such a table.
  count(markdown, '|') > 2 * Math.sqrt(CELLS_MAX) - 2;

/** More than the HTML of any ordinary text of 300 KB. */
const HTML_LENGTH_MAX = 4_000_000;

const withoutOnlyParagraph = (tree: Root): Root => {
  const [only, ...others] = tree.children;
  const isParagraph = only?.type === 'element' && only.tagName === 'p' && others.length === 0;
  return isParagraph ? { ...tree, children: only.children } : tree;
};

/** Renders a text; undefined if it is too complex. */
const render = (markdown: string, shape: MarkdownShape): string | undefined => {
  const parsed = parseMarkdown(markdown);
  if (isTooNested(markdown) || isOutOfProportion(parsed)) return undefined;
  const tree = pipeline.runSync(parsed);
  const html = pipeline.stringify(shape === 'line' ? withoutOnlyParagraph(tree) : tree);
  return html.length > HTML_LENGTH_MAX ? undefined : html;
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&#x26;', '<': '&#x3C;' };

const linesOf = (text: string): string =>
  text.replace(/[&<]/g, (mark) => ESCAPES[mark] ?? mark).replace(/\r?\n/g, '<br>\n');

/** Returns the HTML of a text's source; without `<p>` for `line` with a single paragraph. */
const plainHtml = (markdown: string, shape: MarkdownShape): string => {
  const texts = markdown.split(BLANK_LINES).filter((text) => text.trim() !== '');
  const [only = '', ...others] = texts;
  if (shape === 'line' && others.length === 0) return linesOf(only.trim());
  return texts.map((text) => `<p>${linesOf(text.trim())}</p>`).join('\n');
};

/** Returns the result for a text that is too complex: its source. */
export const unrendered = (markdown: string, shape: MarkdownShape): RenderedMarkdown => ({
  html: plainHtml(markdown, shape),
  tooComplex: true,
});

/** Like `renderMarkdown`, and reports whether the text was too complex. */
export const tryToRender = (markdown: string, shape: MarkdownShape): RenderedMarkdown => {
  try {
    const html = render(markdown, shape);
    return html === undefined ? unrendered(markdown, shape) : { html, tooComplex: false };
  } catch (error) {
    // The string or the stack has exceeded the limit of the engine.
    if (error instanceof RangeError) return unrendered(markdown, shape);
    throw error;
  }
};

/**
 * Renders Markdown to HTML like GitHub: sanitised, with soft line breaks as line breaks, headings
 * from the second level on, and links to them. For a text that is too complex, returns its source.
 */
export const renderMarkdown = (markdown: string): string => tryToRender(markdown, 'blocks').html;

/** Renders a post's content, in which front matter is not shown. */
export const renderPost = (content: string): string => renderMarkdown(renderedBody(content));
