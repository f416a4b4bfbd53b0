import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import { ID_PREFIX } from './schema.ts';

const isElsewhere = (href: string): boolean => /^(?:https?:)?\/\//.test(href);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Points links within the text at the ids as they are after prefixing, and keeps other sites from
 * reaching back.
 */
export const settleLinks = () => (tree: Root) => {
  const ids = new Set<unknown>();
  visit(tree, 'element', ({ properties }) => {
    ids.add(properties.id);
  });
  visit(tree, { tagName: 'a' }, ({ properties }) => {
    const { href } = properties;
    if (typeof href !== 'string') return;
    if (isElsewhere(href)) properties.rel = ['noopener', 'noreferrer'];
    const targets = [href.slice(1), decoded(href.slice(1))].map((target) => ID_PREFIX + target);
    const target = targets.find((id) => ids.has(id));
    if (href.startsWith('#') && target !== undefined) properties.href = `#${target}`;
  });
};
