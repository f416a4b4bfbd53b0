/** Word copies list items as paragraphs whose style gives their level. */
import type { Element, Parents, Root, RootContent } from 'hast';
import { visit } from 'unist-util-visit';

const LEVEL = /mso-list:\s*l\d+\s+level(\d)/;
const MARKER = /mso-list:\s*ignore/i;
const ORDERED = /^\s*\w+[.)]/;

const hasStyle = (node: RootContent, style: RegExp): node is Element =>
  node.type === 'element' && style.test(String(node.properties['style']));

const isGap = (node: RootContent): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');

const textOf = (node: RootContent): string => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
};

/** Removes the bullet or number that Word puts into an item. Returns it. */
const takeMarker = (item: Element): string => {
  let marker = '';
  visit(item, 'element', (element, index, parent) => {
    if (!parent || index === undefined || !hasStyle(element, MARKER)) return undefined;
    marker = textOf(element);
    parent.children.splice(index, 1);
    return index;
  });
  return marker;
};

const makeElement = (tagName: string, children: Element['children'] = []): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

/** Moves the items of a parent into lists, nested by their level. */
const gatherItems = (parent: Parents): void => {
  const gathered: RootContent[] = [];
  /** The lists that the next item can continue, outermost first. */
  let open: Element[] = [];
  for (const node of parent.children) {
    if (!hasStyle(node, LEVEL)) {
      if (open.length > 0 && isGap(node)) continue;
      open = [];
      gathered.push(node);
      continue;
    }
    const level = Number(LEVEL.exec(String(node.properties['style']))?.[1] ?? 1);
    const tagName = ORDERED.test(takeMarker(node)) ? 'ol' : 'ul';
    open = open.slice(0, level);
    if (open.length === level && open.at(-1)?.tagName !== tagName) open.pop();
    if (open.length < level) {
      const list = makeElement(tagName);
      const item = open.at(-1)?.children.at(-1);
      if (item?.type === 'element') item.children.push(list);
      else gathered.push(list);
      open.push(list);
    }
    open.at(-1)?.children.push(makeElement('li', node.children));
  }
  parent.children = gathered;
};

/** Turns the paragraphs that are list items in Word into lists. */
export const readWordLists = (tree: Root): void => {
  const parents = new Set<Parents>();
  visit(tree, 'element', (element, _, parent) => {
    if (parent && hasStyle(element, LEVEL)) parents.add(parent);
  });
  parents.forEach(gatherItems);
};
