import type { Element, Root } from 'hast';
import { toString } from 'mdast-util-to-string';
import { SKIP, visit } from 'unist-util-visit';
import { decodeAddress } from '../text/web-address.ts';
import { ID_PREFIX } from './sanitize.ts';

/** The page's own heading has the first level, so headings of texts begin at the second. */
const TOP_LEVEL = 2;
const BOTTOM_LEVEL = 6;

/** Returns the level of an author's heading; that of footnotes is generated, and has a class. */
const levelOf = ({ tagName, properties }: Element): number | undefined => {
  const [, level] = /^h([1-6])$/.exec(tagName) ?? [];
  return level === undefined || properties.className ? undefined : Number(level);
};

/** Shifts headings so that they begin at the second level and skip no level. */
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

/** Links and summaries are clickable, so a heading in them gets no link. */
const CLICKABLE = new Set(['a', 'summary']);
const LETTER = /\p{Alphabetic}/u;
const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{Nd}]/u;

/** Returns the slug of a heading; `section` if the slug is empty, as for emoji or punctuation. */
const nameOf = (slug: string, heading: Element): string => {
  const hasName = LETTER_OR_DIGIT.test(toString(heading));
  return hasName || LETTER.test(slug.slice(ID_PREFIX.length)) ? slug : `${ID_PREFIX}section`;
};

/** Adds a link beside each heading, whose slug becomes a unique id. */
export const anchorHeadings = () => (tree: Root) => {
  const taken = idsOfOthers(tree);
  const counts = new Map<string, number>();
  visit(tree, 'element', (element, index, parent) => {
    if (CLICKABLE.has(element.tagName)) return SKIP;
    const slug = element.properties.id;
    if (levelOf(element) === undefined || typeof slug !== 'string') return undefined;
    if (!parent || index === undefined) return undefined;
    const name = nameOf(slug, element);
    let id = name;
    for (let count = counts.get(name) ?? 1; taken.has(id); count += 1) {
      id = `${name}-${count}`;
      counts.set(name, count);
    }
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

const isElsewhere = (href: string): boolean => /^\s*(?:https?:)?\/\//i.test(href);

/** Points links within the text to the prefixed ids, and adds `rel` to links to other sites. */
export const resolveLinks = () => (tree: Root) => {
  const ids = new Set<unknown>();
  visit(tree, 'element', ({ properties }) => {
    ids.add(properties.id);
  });
  visit(tree, { tagName: 'a' }, ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string') return;
    if (isElsewhere(href)) properties.rel = ['noopener', 'noreferrer'];
    const targets = [href.slice(1), decodeAddress(href.slice(1))].map(
      (target) => ID_PREFIX + target,
    );
    const target = targets.find((id) => ids.has(id));
    if (href.startsWith('#') && target !== undefined) properties.href = `#${target}`;
  });
};
