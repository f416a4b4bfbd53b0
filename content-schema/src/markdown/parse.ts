import type { PhrasingContent, Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Data, Processor } from 'unified';
import { visit } from 'unist-util-visit';
import { markDisplayed, parseMath } from './math.ts';

/** The longest text that is parsed; a longer one is treated as plain text. */
const LENGTH_MAX = 300_000;
const LINES_MAX = 6000;
/** The most inline marks in one paragraph; parsing takes time quadratic in them. */
const MARKS_MAX = 1000;

/** The deepest nesting of quotes and lists, which is safe for the stack. */
const NESTING_MAX = 50;

/** The mark of a block that may contain others: a quote, a list item or a footnote. */
const BLOCK_MARK = /([ \t]*)(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,999}\]:)/y;

/** Nested lists are indented by at least two columns. */
const levelsOf = (indent: string): number => Math.floor(indent.replaceAll('\t', '    ').length / 2);

/** Returns how many blocks a line begins, and where the marks to keep and all marks end. */
const nestingOf = (line: string) => {
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

const capNesting = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (line.length > NESTING_MAX ? capLine(line) : line))
    .join('\n');

/** Up to this depth, lines may begin any number of blocks; below, the total is limited. */
const FREE_LEVELS = 10;
const DEEP_LEVELS_MAX = 1500;

/** Whether many lines begin many nested blocks, which is the slowest kind of text. */
export const isTooNested = (markdown: string): boolean => {
  let deep = 0;
  for (const line of markdown.split('\n', LINES_MAX + 1)) {
    const levels = Math.min(nestingOf(line).levels, NESTING_MAX);
    deep += Math.max(0, levels - FREE_LEVELS);
  }
  return deep > DEEP_LEVELS_MAX;
};

const INLINE_MARK = /[*_~[\]!`$]|<(?=[a-z/!?])/gi;
export const BLANK_LINES = /\n(?:[ \t\r]*\n)+/;

const extendedBy = (...extensions: NonNullable<Data['micromarkExtensions']>) =>
  function (this: Processor): void {
    const data = this.data();
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []), ...extensions];
  };

const withoutInlineMarks = extendedBy({
  disable: {
    null: [
      ...['attention', 'autolink', 'codeText', 'htmlText', 'mathText', 'strikethrough'],
      ...['labelEnd', 'labelStartImage', 'labelStartLink'],
      ...['gfmFootnoteCall', 'gfmPotentialFootnoteCall'],
    ],
  },
});

/** Supports emphasis next to Chinese, Japanese or Korean punctuation: `**「強調」**です`. */
const withCjkEmphasis = extendedBy(cjkFriendlyExtension(), gfmStrikethroughCjkFriendly());

const parser = remark().use(remarkGfm).use(withCjkEmphasis).freeze();
const blockParser = remark().use(remarkGfm).use(withoutInlineMarks).freeze();

const parseWith = (base: typeof parser, text: string): Root => {
  if (!text.includes('$')) return base.parse(text);
  const tree = base().use(parseMath, text).parse(text);
  markDisplayed(tree, text);
  return tree;
};

const isLong = (text: string): boolean =>
  text.length > LENGTH_MAX || text.split('\n', LINES_MAX + 1).length > LINES_MAX;

const isDense = (text: string): boolean => (text.match(INLINE_MARK)?.length ?? 0) > MARKS_MAX;

/** Whether a paragraph has too many marks, so that no inline markup of the text is parsed. */
export const hasDenseParagraph = (tree: Root): boolean => {
  let result = false;
  visit(tree, ['paragraph', 'heading', 'tableCell'], (node) => {
    result ||= isDense(toString(node));
  });
  return result;
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
 * Parses GitHub-flavoured Markdown in bounded time and depth. A text that is too long or has too
 * much nesting becomes plain paragraphs; one with too many marks in a paragraph is parsed without
 * inline markup; blocks that are nested too deeply move up.
 */
export const parseMarkdown = (markdown: string): Root => {
  if (isLong(markdown) || isTooNested(markdown)) return plainTree(markdown);
  const text = capNesting(markdown);
  // Dense lines may be a long list or table; this requires parsing the blocks.
  if (text.split(BLANK_LINES).some(isDense)) {
    const blocks = parseWith(blockParser, text);
    if (hasDenseParagraph(blocks)) return blocks;
  }
  return parseWith(parser, text);
};
