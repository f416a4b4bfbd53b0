import type { Blockquote, Root } from 'mdast';
import { visit } from 'unist-util-visit';

const MARK = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Removes a mark such as `[!NOTE]` from a quote that has more text, and returns its kind. */
export const removeAlertMark = ({ children }: Blockquote): string | undefined => {
  const [paragraph] = children;
  if (paragraph?.type !== 'paragraph') return undefined;
  const [text, next, ...others] = paragraph.children;
  const [mark, kind] = text?.type === 'text' ? (MARK.exec(text.value) ?? []) : [];
  if (text?.type !== 'text' || mark === undefined || kind === undefined) return undefined;
  const rest = text.value.slice(mark.length);
  if (rest === '' && next === undefined) {
    if (children.length === 1) return undefined;
    children.shift();
  } else if (mark.endsWith('\n')) {
    text.value = rest;
  } else if (next?.type === 'break') {
    paragraph.children = others;
  } else {
    return undefined;
  }
  return kind.toLowerCase();
};

/** Converts quotes that begin with a mark to alerts, with GitHub's classes. */
export const showAlerts = () => (tree: Root) => {
  visit(tree, 'blockquote', (quote) => {
    const kind = removeAlertMark(quote);
    if (kind === undefined) return;
    const title = kind.charAt(0).toUpperCase() + kind.slice(1);
    quote.children.unshift({
      type: 'paragraph',
      children: [{ type: 'text', value: title }],
      data: { hProperties: { className: ['markdown-alert-title'] } },
    });
    quote.data = {
      hName: 'div',
      hProperties: { className: ['markdown-alert', `markdown-alert-${kind}`] },
    };
  });
};
