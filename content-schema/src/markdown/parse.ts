import type { PhrasingContent, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Processor } from 'unified';
import { visit } from 'unist-util-visit';

/** What is parsed, in seconds rather than minutes; longer texts are read as plain ones. */
const LENGTH_MAX = 300_000;
const LINES_MAX = 6000;
/** Inline marks in one paragraph: the work that they make grows with their square. */
const MARKS_MAX = 1000;

/** Quotes and lists in each other: deeper than anybody writes them, and safe for the stack. */
const NESTING_MAX = 50;

/** White space and the mark of a quote, a list item or a footnote, which all hold other blocks. */
const BLOCK_MARK = /([ \t]*)(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,999}\]:)/y;

/** A list in a list is indented by two columns at least. */
const levelsOf = (indent: string): number => Math.floor(indent.replaceAll('\t', '    ').length / 2);

interface Nesting {
  /** Of the blocks that the line begins in each other. */
  readonly levels: number;
  /** Where the marks end that may stay, and where all end. */
  readonly kept: number;
  readonly end: number;
}

const nestingOf = (line: string): Nesting => {
  let levels = 0;
  let kept = 0;
  let end = 0;
  for (;;) {
    BLOCK_MARK.lastIndex = end;
    const mark = BLOCK_MARK.exec(line);
    if (!mark) return { levels, kept, end };
    end = BLOCK_MARK.lastIndex;
    levels += 1 + levelsOf(mark[1] ?? '');
    if (levels <= NESTING_MAX) kept = end;
  }
};

const capLine = (line: string): string => {
  const { levels, kept, end } = nestingOf(line);
  return levels > NESTING_MAX ? `${line.slice(0, kept)} ${line.slice(end).trimStart()}` : line;
};

/** The text with the marks taken from its lines that would nest blocks too deep. */
const capNesting = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (line.length > NESTING_MAX ? capLine(line) : line))
    .join('\n');

/** So deep, the lines of a text may begin any number of blocks; deeper, so many in all. */
const FREE_LEVELS = 10;
const DEEP_LEVELS_MAX = 1500;

/** Whether many lines begin many blocks: ten kilobytes of that take longer than any other text. */
export const isTooNested = (markdown: string): boolean => {
  let deep = 0;
  for (const line of markdown.split('\n', LINES_MAX + 1)) {
    const levels = Math.min(nestingOf(line).levels, NESTING_MAX);
    deep += Math.max(0, levels - FREE_LEVELS);
  }
  return deep > DEEP_LEVELS_MAX;
};

const INLINE_MARK = /[*_~[\]!`]|<(?=[a-z/!?])/gi;
export const BLANK_LINES = /\n(?:[ \t\r]*\n)+/;

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

/** Emphasis that touches Chinese, Japanese or Korean punctuation: `**「強調」**です`. */
function withCjkEmphasis(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    cjkFriendlyExtension(),
    gfmStrikethroughCjkFriendly(),
  ];
}

const parser = remark().use(remarkGfm).use(withCjkEmphasis).freeze();
const blockParser = remark().use(remarkGfm).use(withoutInlineMarks).freeze();

const isLong = (text: string): boolean =>
  text.length > LENGTH_MAX || text.split('\n', LINES_MAX + 1).length > LINES_MAX;

const isDense = (text: string): boolean => (text.match(INLINE_MARK)?.length ?? 0) > MARKS_MAX;

/** Whether a paragraph has more marks than are read; all of the text's are left as they are typed. */
export const hasDenseParagraph = (tree: Root): boolean => {
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
 * Parses GitHub-flavoured Markdown in bounded time and depth, whatever it is: a text too long, or
 * nested too deep too often, is read as plain paragraphs, one with more marks in a paragraph than anybody types as blocks
 * without inline marks, and blocks nested too deep lie less deep.
 */
export const parseMarkdown = (markdown: string): Root => {
  if (isLong(markdown) || isTooNested(markdown)) return plainTree(markdown);
  const text = capNesting(markdown);
  // A dense run of lines may be a long list or table; only its blocks tell.
  if (text.split(BLANK_LINES).some(isDense)) {
    const blocks = blockParser.parse(text);
    if (hasDenseParagraph(blocks)) return blocks;
  }
  return parser.parse(text);
};
