import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { isTooNested } from './parse.ts';

/** What 300 KB of ordinary text, lists and tables have, and somewhat more. */
const NODES_MAX = 80_000;
/** A table has all cells of its rectangle, however few are written: 14 KB can ask for millions. */
const CELLS_MAX = 20_000;
/** Each gets a link of its own in the footnote that it refers to. */
const FOOTNOTE_REFERENCES_MAX = 1000;

/** Whether a tree would become a document that is out of proportion to its text. */
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

/** Whether a text, and the tree that it is parsed to, take too long to render. */
export const isTooComplex = (markdown: string, tree: Root): boolean =>
  isTooNested(markdown) || isOutOfProportion(tree);

/** Whatever else is in them, texts up to this length are rendered in time. */
const SHORT_LENGTH = 10_000;

const count = (text: string, part: string): number => text.split(part).length - 1;

/** At least as many cells as the tables of a text have together. */
const cellsAtMost = (markdown: string): number => {
  const pipes = markdown.split('\n').map((line) => count(line, '|'));
  const rows = pipes.filter((it) => it > 0).length;
  return rows * (pipes.reduce((most, it) => Math.max(most, it), 0) + 1);
};

/** False for a text that is certainly not too complex; cheap, as nothing is parsed. */
export const mayBeTooComplex = (markdown: string): boolean =>
  markdown.length > SHORT_LENGTH ||
  isTooNested(markdown) ||
  count(markdown, '[^') > FOOTNOTE_REFERENCES_MAX ||
  cellsAtMost(markdown) > CELLS_MAX;
