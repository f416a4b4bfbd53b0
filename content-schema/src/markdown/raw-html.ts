import type { ElementContent } from 'hast';
import type { Html, Parents } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';

/** Comments, elements whose text is not for readers, and tags. */
const NOT_TEXT =
  /<!--[^]*?(?:-->|$)|<(script|style|template|iframe|object|noscript|svg|math|title)\b[^]*?(?=<\/\1|$)|<[a-z/!?][^>]*>?/gi;

const LINE_BREAK = /^<br\s*\/?>$/i;

const HOLDS_BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/**
 * What becomes of HTML in Markdown: a block of it keeps its text, in running text only `<br>` has
 * a meaning. The text between two inline tags is no HTML, and stays.
 */
export const readRawHtml = (
  _state: unknown,
  { value }: Html,
  parent: Parents | undefined,
): ElementContent | undefined => {
  if (!HOLDS_BLOCKS.has(parent?.type ?? '')) {
    return LINE_BREAK.test(value)
      ? { type: 'element', tagName: 'br', properties: {}, children: [] }
      : undefined;
  }
  const text = decodeString(value.replace(NOT_TEXT, '')).replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  return {
    type: 'element',
    tagName: 'p',
    properties: {},
    children: [{ type: 'text', value: text }],
  };
};
