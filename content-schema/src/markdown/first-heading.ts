import type { Root } from 'mdast';
import { toString } from 'mdast-util-to-string';
import { EXIT, visit } from 'unist-util-visit';
import { parseMarkdown } from './parse.ts';

/** Characters in which a title is looked for. */
const PREFIX_LENGTH = 4_000;

const headingText = (tree: Root): string | undefined => {
  let found: string | undefined;
  visit(tree, 'heading', (heading) => {
    const text = toString(heading, { includeHtml: false }).replace(/\s+/g, ' ').trim();
    if (text === '') return undefined;
    found = text;
    return EXIT;
  });
  return found;
};

/** The plain text of the first heading near the start of `markdown`; undefined without one. */
export const firstHeading = (markdown: string): string | undefined =>
  headingText(parseMarkdown(markdown.slice(0, PREFIX_LENGTH)));
