import type { Root } from 'hast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { renderedBody } from '../text/front-matter-block.ts';
import { showAlerts } from './alerts.ts';
import { enrichBlocks, renderMath, skipLongCode } from './blocks.ts';
import { anchorHeadings, levelHeadings, resolveLinks } from './headings.ts';
import { parseMarkdown } from './parse.ts';
import { keepRawHtml, limitRawHtml, parseRawHtml } from './raw-html.ts';
import { ID_PREFIX, removeUnsafeAddresses, schema } from './sanitize.ts';
import {
  isTooComplex,
  unrendered,
  type MarkdownShape,
  type RenderedMarkdown,
} from './too-complex.ts';

export { digestOf, type PostDigest } from './digest.ts';
export { excerptOf } from './excerpt.ts';
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

/** More than the HTML of any ordinary text of 300 KB. */
const HTML_LENGTH_MAX = 4_000_000;

const withoutOnlyParagraph = (tree: Root): Root => {
  const [only, ...others] = tree.children;
  const isParagraph = only?.type === 'element' && only.tagName === 'p' && others.length === 0;
  return isParagraph ? { ...tree, children: only.children } : tree;
};

const render = (markdown: string, shape: MarkdownShape): string | undefined => {
  const parsed = parseMarkdown(markdown);
  if (isTooComplex(markdown, parsed)) return undefined;
  const tree = pipeline.runSync(parsed);
  const html = pipeline.stringify(shape === 'line' ? withoutOnlyParagraph(tree) : tree);
  return html.length > HTML_LENGTH_MAX ? undefined : html;
};

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
