import type { Element, Root } from 'hast';
import { importMessages } from 'content-schema';
import { parser, textOf } from '../../../core/posts/editor/html-to-markdown.ts';

/**
 * Parses XML as browsers do inside of HTML, which takes what programs wrote wrongly: bare `&`, control
 * characters, a missing end. The names are in lower case; `title` is `x-title`, which HTML has too.
 * Throws if there is a document type, which could define entities.
 */
export const readXml = (source: string): Root => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source.slice(0, source.search(/<(?:rss|feed)[\s>]/)))) {
    throw new Error(importMessages.documentType);
  }
  const named = source
    .replace(/<(\/?)(?=title\b)/g, '<$1x-')
    .replace(/[\0-\x08\v\f\x0e-\x1f]/g, '');
  return parser.parse(`<svg>${named}`);
};

export const childrenOf = ({ children }: Element, name: string): Element[] =>
  children.filter((child): child is Element => child.type === 'element' && child.tagName === name);

/** The text of the first child with the name; empty if there is none. */
export const textIn = (element: Element, name: string): string =>
  childrenOf(element, name).slice(0, 1).map(textOf).join('').trim();
