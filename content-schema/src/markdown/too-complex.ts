/** Texts that take too long to render. Loads no renderer, which only workers need. */
import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { BLANK_LINES, isTooNested } from './parse.ts';

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
const isOutOfProportion = (tree: Root): boolean => {
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

/** Whether a text with its syntax tree takes too long to render. */
export const isTooComplex = (markdown: string, tree: Root): boolean =>
  isTooNested(markdown) || isOutOfProportion(tree);

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
