import type { Root } from 'hast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { showAlerts } from './markdown/alerts.ts';
import { enrichBlocks, skipLongCode } from './markdown/blocks.ts';
import { anchorHeadings, levelHeadings, resolveLinks } from './markdown/headings.ts';
import { parseMarkdown } from './markdown/parse.ts';
import { keepRawHtml, limitRawHtml, parseRawHtml } from './markdown/raw-html.ts';
import { ID_PREFIX, removeUnsafeAddresses, schema } from './markdown/sanitize.ts';

export { excerptOf } from './markdown/excerpt.ts';
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

const toTree = (markdown: string): Root => pipeline.runSync(parseMarkdown(markdown));

/**
 * The HTML of Markdown as GitHub shows it: sanitised, with soft line breaks as line breaks, headings
 * from the second level on, and links to them. Never throws, and takes bounded time for any text.
 */
export const renderMarkdown = (markdown: string): string => pipeline.stringify(toTree(markdown));

/** Like `renderMarkdown`, but a single paragraph comes without its `<p>`, for texts of one line. */
export const renderInlineMarkdown = (markdown: string): string => {
  const tree = toTree(markdown);
  const [only, ...others] = tree.children;
  const isParagraph = only?.type === 'element' && only.tagName === 'p' && others.length === 0;
  return pipeline.stringify(isParagraph ? { ...tree, children: only.children } : tree);
};
