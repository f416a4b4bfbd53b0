import { tests as commonmark } from 'commonmark-spec';
import type { Element, Nodes, Parents } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { renderMarkdown } from '../src/markdown/markdown.ts';
import { schema } from '../src/markdown/sanitize.ts';
import { GFM_EXAMPLES, type Example } from './gfm-examples.ts';
import { COMMONMARK, GFM } from './specification-deviations.ts';

/**
 * The examples of the specifications against what is rendered. What is intended for every text is
 * taken from both sides first: soft line breaks are line breaks, headings have another level, ids
 * and links, tables and code can be scrolled, and HTML passes through the allow-list. Every other
 * difference is in `specification-deviations.ts` with its reason.
 */

const BLOCKS = new Set(
  'blockquote dd details div dl dt h hr li ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const ADDED_PROPERTIES = new Set(
  'id rel tabIndex dataLanguage loading decoding ariaLabel'.split(' '),
);
const ADDED_CLASS = /^(?:hljs.*|no-highlight|contains-task-list|task-list-item)$/;

const classesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : [];

const withoutWrapper = (node: Nodes): Nodes[] => {
  if (node.type !== 'element') return [node];
  const classes = classesOf(node);
  if (classes.includes('heading-anchor')) return [];
  const isWrapper =
    node.tagName === 'span' || classes.some((name) => /-(?:row|scroll)$/.test(name));
  return isWrapper ? node.children.flatMap(withoutWrapper) : [node];
};

const isBlock = (node: Nodes | undefined): boolean =>
  node?.type === 'element' && BLOCKS.has(node.tagName);

const isBreak = (node: Nodes | undefined): boolean =>
  node?.type === 'element' && node.tagName === 'br';

/** White space as it is seen: runs as one space, none at the edges of blocks. */
const collapseSpace = (parent: Parents): void => {
  const isEdge = (node: Nodes | undefined): boolean =>
    node ? isBlock(node) : parent.type === 'root' || isBlock(parent);
  parent.children.forEach((node, index) => {
    if (node.type !== 'text') return;
    node.value = node.value.replace(/\s+/g, ' ');
    const before = parent.children[index - 1];
    if (isEdge(before) || isBreak(before)) node.value = node.value.trimStart();
    if (isEdge(parent.children[index + 1])) node.value = node.value.trimEnd();
  });
};

const joinText = (nodes: readonly Nodes[]): Nodes[] => {
  const joined: Nodes[] = [];
  for (const node of nodes) {
    const isSoftBreak = node.type === 'text' && /^\n/.test(node.value) && isBreak(joined.at(-1));
    if (isSoftBreak) joined.pop();
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else joined.push(node);
  }
  return joined;
};

const normalize = (parent: Parents, isCode: boolean): void => {
  const children = joinText(parent.children.flatMap(withoutWrapper));
  for (const child of children) {
    if (child.type !== 'element') continue;
    child.tagName = child.tagName.replace(/^h[1-6]$/, 'h');
    const classes = classesOf(child).filter((name) => !ADDED_CLASS.test(name));
    const { className: _, ...others } = child.properties;
    child.properties = Object.fromEntries(
      Object.entries({ ...others, ...(classes.length > 0 && { className: classes }) })
        .filter(([name]) => !ADDED_PROPERTIES.has(name))
        .sort(([one], [other]) => one.localeCompare(other)),
    );
    normalize(child, isCode || ['pre', 'code'].includes(child.tagName));
  }
  Object.assign(parent, { children });
  if (!isCode) collapseSpace(parent);
  Object.assign(parent, {
    children: parent.children.filter((node) => node.type !== 'text' || node.value !== ''),
  });
};

const parser = unified().use(rehypeParse, { fragment: true });
const sanitizer = unified().use(rehypeSanitize, schema);
const compiler = unified().use(rehypeStringify);

const shown = (html: string): string => {
  const tree = parser.parse(html.trim());
  normalize(tree, false);
  return compiler.stringify(tree);
};

const safe = (html: string): string =>
  compiler.stringify(sanitizer.runSync(parser.parse(html.trim())));

const differences = (examples: readonly Example[]) =>
  examples.filter(({ markdown, html }) => shown(safe(html)) !== shown(renderMarkdown(markdown)));

const withTabs = ({ number, markdown, html }: Example): Example => ({
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
});

test.each([
  { name: 'CommonMark 0.31.2', examples: commonmark, deviations: COMMONMARK },
  { name: 'GitHub Flavored Markdown 0.29', examples: GFM_EXAMPLES, deviations: GFM },
])('$name is followed, except for documented deviations', ({ examples, deviations }) => {
  expect(examples.length).toBeGreaterThan(deviations.size);
  const numbers = differences(examples.map(withTabs)).map(({ number }) => number);
  expect(numbers).toEqual([...deviations.keys()]);
});
