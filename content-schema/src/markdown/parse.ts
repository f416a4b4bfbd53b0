import type { PhrasingContent, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Processor } from 'unified';
import { visit } from 'unist-util-visit';
import { capNesting } from './nesting.ts';

/** What is parsed, in seconds rather than minutes; longer texts are read as plain ones. */
const LENGTH_MAX = 300_000;
const LINES_MAX = 6000;
/** Inline marks in one paragraph: the work that they make grows with their square. */
const MARKS_MAX = 1000;

const INLINE_MARK = /[*_~[\]!`]/g;
const BLANK_LINES = /\n(?:[ \t\r]*\n)+/;

function withoutInlineMarks(this: Processor): void {
  const data = this.data();
  const disable = {
    null: [
      ...['attention', 'autolink', 'codeText', 'htmlText', 'strikethrough'],
      ...['labelEnd', 'labelStartImage', 'labelStartLink'],
      ...['gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
    ],
  };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable }];
}

const parser = remark().use(remarkGfm).freeze();
const blockParser = remark().use(remarkGfm).use(withoutInlineMarks).freeze();

const isLong = (text: string): boolean =>
  text.length > LENGTH_MAX || text.split('\n', LINES_MAX + 1).length > LINES_MAX;

const isDense = (text: string): boolean => (text.match(INLINE_MARK)?.length ?? 0) > MARKS_MAX;

const hasDenseParagraph = (tree: Root): boolean => {
  let found = false;
  visit(tree, ['paragraph', 'heading', 'tableCell'], (node) => {
    found ||= isDense(toString(node));
  });
  return found;
};

const plainLines = (text: string): PhrasingContent[] =>
  text
    .split('\n')
    .flatMap((value): PhrasingContent[] => [{ type: 'break' }, { type: 'text', value }])
    .slice(1);

const plainTree = (markdown: string): Root => ({
  type: 'root',
  children: markdown
    .split(BLANK_LINES)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ type: 'paragraph', children: plainLines(text) })),
});

/**
 * Parses GitHub-flavoured Markdown in bounded time and depth, whatever it is: a text too long is
 * read as plain paragraphs, one with more marks in a paragraph than anybody types as blocks
 * without inline marks, and blocks nested too deep lie less deep.
 */
export const parseMarkdown = (markdown: string): Root => {
  if (isLong(markdown)) return plainTree(markdown);
  const text = capNesting(markdown);
  // A dense run of lines may be a long list or table; only its blocks tell.
  if (text.split(BLANK_LINES).some(isDense)) {
    const blocks = blockParser.parse(text);
    if (hasDenseParagraph(blocks)) return blocks;
  }
  return parser.parse(text);
};
