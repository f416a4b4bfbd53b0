import type { Element, Root } from 'hast';
import { toString } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

/** The most characters of a code block to highlight, since the patterns can be slow. */
const HIGHLIGHT_MAX = 20_000;
const LANGUAGE_CLASS = 'language-';

export const classesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : [];

/** Excludes long code from highlighting. */
export const skipLongCode = () => (tree: Root) => {
  visit(tree, { tagName: 'code' }, (code: Element) => {
    if (toString(code).length <= HIGHLIGHT_MAX) return;
    code.properties.className = [...classesOf(code), 'no-highlight'];
  });
};

const nameLanguage = (pre: Element): void => {
  pre.properties.tabIndex = 0;
  const [code] = pre.children;
  if (code?.type !== 'element') return;
  const language = classesOf(code).find((name) => name.startsWith(LANGUAGE_CLASS));
  if (language !== undefined) pre.properties.dataLanguage = language.slice(LANGUAGE_CLASS.length);
};

const nameCheckbox = ({ properties }: Element): void => {
  properties.ariaLabel = properties.checked ? 'Done' : 'To do';
};

const loadLate = ({ properties }: Element): void => {
  properties.loading = 'lazy';
  properties.decoding = 'async';
};

const ENRICHED = new Map([
  ['pre', nameLanguage],
  ['input', nameCheckbox],
  ['img', loadLate],
]);

export const scrollable = (child: Element, label: string, tagName = 'div'): Element => ({
  type: 'element',
  tagName,
  properties: { className: ['table-scroll'], role: 'region', tabIndex: 0, ariaLabel: label },
  children: [child],
});

/** Makes wide code and tables scrollable by keyboard, and adds missing accessible names. */
export const enrichBlocks = () => (tree: Root) => {
  let tables = 0;
  visit(tree, 'element', (element, index, parent) => {
    ENRICHED.get(element.tagName)?.(element);
    if (element.tagName !== 'table' || !parent || index === undefined) return;
    tables += 1;
    parent.children[index] = scrollable(element, tables === 1 ? 'Table' : `Table ${tables}`);
  });
};
