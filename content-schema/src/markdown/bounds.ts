import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { isTooNested } from './parse.ts';

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

/** Returns an upper bound for the number of table cells in a text. */
const cellsAtMost = (markdown: string): number => {
  const pipes = markdown.split('\n').map((line) => count(line, '|'));
  const rows = pipes.filter((pipe) => pipe > 0).length;
  return rows * (pipes.reduce((most, pipe) => Math.max(most, pipe), 0) + 1);
};

/** Returns false if a text is certainly not too complex. Cheap, since it doesn't parse. */
export const mayBeTooComplex = (markdown: string): boolean =>
  markdown.length > SHORT_LENGTH ||
  isTooNested(markdown) ||
  count(markdown, '[^') > FOOTNOTE_REFERENCES_MAX ||
  cellsAtMost(markdown) > CELLS_MAX;
