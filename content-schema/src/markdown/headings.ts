import type { Element, Root } from 'hast';
import { toString } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';

/** The page's own heading is the first level, so that those of a text begin at the second. */
const TOP_LEVEL = 2;
const BOTTOM_LEVEL = 6;

/** The level of an author's heading; the one above footnotes, which has a class, is none. */
const levelOf = ({ tagName, properties }: Element): number | undefined => {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level === undefined || properties.className ? undefined : Number(level);
};

/** Moves the headings so that they begin at the second level and skip none on the way down. */
export const levelHeadings = () => (tree: Root) => {
  const open: number[] = [];
  visit(tree, 'element', (element) => {
    const level = levelOf(element);
    if (level === undefined) return;
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    element.tagName = `h${Math.min(TOP_LEVEL - 1 + open.length, BOTTOM_LEVEL)}`;
  });
};

const idsOfOthers = (tree: Root): Set<unknown> => {
  const ids = new Set<unknown>();
  visit(tree, 'element', (element) => {
    if (levelOf(element) === undefined) ids.add(element.properties.id);
  });
  return ids;
};

const linkTo = (heading: Element, id: string): Element => ({
  type: 'element',
  tagName: 'a',
  properties: {
    className: ['heading-anchor'],
    href: `#${id}`,
    ariaLabel: `Link to this section: ${toString(heading)}`,
  },
  children: [{ type: 'text', value: '#' }],
});

/** Puts a link to it beside each heading, whose slug becomes an id that nothing else has. */
export const anchorHeadings = () => (tree: Root) => {
  const taken = idsOfOthers(tree);
  visit(tree, 'element', (element, index, parent) => {
    const slug = element.properties.id;
    if (levelOf(element) === undefined || typeof slug !== 'string') return undefined;
    if (!parent || index === undefined) return undefined;
    let id = slug;
    for (let count = 1; taken.has(id); count += 1) id = `${slug}-${count}`;
    taken.add(id);
    const heading = { ...element, properties: { ...element.properties, id } };
    parent.children[index] = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['heading-row'] },
      children: [heading, linkTo(heading, id)],
    };
    return SKIP;
  });
};
