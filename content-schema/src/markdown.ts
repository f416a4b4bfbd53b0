import type { Root } from 'hast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { showAlerts } from './markdown/alerts.ts';
import { isTooComplex, mayBeTooComplex } from './markdown/bounds.ts';
import { enrichBlocks, skipLongCode } from './markdown/blocks.ts';
import { anchorHeadings, levelHeadings, resolveLinks } from './markdown/headings.ts';
import { parseMarkdown } from './markdown/parse.ts';
import { plainHtml } from './markdown/plain-html.ts';
import { keepRawHtml, limitRawHtml, parseRawHtml } from './markdown/raw-html.ts';
import { ID_PREFIX, removeUnsafeAddresses, schema } from './markdown/sanitize.ts';

export { digestOf, type PostDigest } from './markdown/digest.ts';
export { excerptOf, shortened } from './markdown/excerpt.ts';
export { mayBeTooComplex };
export { readingMinutes } from './markdown/reading-time.ts';

const pipeline = unified()
  .use(showAlerts)
  .use(remarkBreaks)
  .use(limitRawHtml)
  // The prefix comes from sanitising, which would put it before footnotes a second time.
  .use(remarkRehype, { clobberPrefix: '', handlers: { html: keepRawHtml } })
  .use(parseRawHtml)
  .use(removeUnsafeAddresses)
  .use(rehypeSanitize, schema)
  // What follows only adds what is written here, to a tree that is already safe.
  .use(levelHeadings)
  .use(rehypeSlug, { prefix: ID_PREFIX })
  .use(anchorHeadings)
  .use(resolveLinks)
  .use(skipLongCode)
  .use(rehypeHighlight)
  .use(enrichBlocks)
  .use(rehypeStringify)
  .freeze();

/** A text in blocks, or one that may stand in a line: a single paragraph then has no `<p>`. */
export type MarkdownShape = 'blocks' | 'line';

export interface RenderedMarkdown {
  readonly html: string;
  /** The text takes too long to render, and is shown as it is written. */
  readonly tooComplex: boolean;
}

/** What no text of 300 KB comes to that was written to be read. */
const HTML_LENGTH_MAX = 4_000_000;

const withoutOnlyParagraph = (tree: Root): Root => {
  const [only, ...others] = tree.children;
  const isParagraph = only?.type === 'element' && only.tagName === 'p' && others.length === 0;
  return isParagraph ? { ...tree, children: only.children } : tree;
};

/** Undefined for a text that is too complex. */
const render = (markdown: string, shape: MarkdownShape): string | undefined => {
  const parsed = parseMarkdown(markdown);
  if (isTooComplex(markdown, parsed)) return undefined;
  const tree = pipeline.runSync(parsed);
  const html = pipeline.stringify(shape === 'line' ? withoutOnlyParagraph(tree) : tree);
  return html.length > HTML_LENGTH_MAX ? undefined : html;
};

/** A text that was given up: as it is written. */
export const unrendered = (markdown: string, shape: MarkdownShape): RenderedMarkdown => ({
  html: plainHtml(markdown, shape),
  tooComplex: true,
});

/** Like `renderMarkdown`; says whether the text could be rendered. */
export const tryToRender = (markdown: string, shape: MarkdownShape): RenderedMarkdown => {
  try {
    const html = render(markdown, shape);
    return html === undefined ? unrendered(markdown, shape) : { html, tooComplex: false };
  } catch (error) {
    // Of a string that is longer, or a stack that is deeper, than JavaScript's can be.
    if (error instanceof RangeError) return unrendered(markdown, shape);
    throw error;
  }
};

/**
 * The HTML of Markdown as GitHub shows it: sanitised, with soft line breaks as line breaks, headings
 * from the second level on, and links to them; of a text that is too complex, the text itself.
 */
export const renderMarkdown = (markdown: string): string => tryToRender(markdown, 'blocks').html;

/** Like `renderMarkdown`, but a single paragraph comes without its `<p>`, for texts of one line. */
export const renderInlineMarkdown = (markdown: string): string =>
  tryToRender(markdown, 'line').html;
