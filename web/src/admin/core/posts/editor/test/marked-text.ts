import type { Replacement, Selected } from '../markdown-edits.ts';

/** Reads a test's text, in which brackets mark the selection or a bar the caret. */

export const parseMarkedText = (marked: string): Selected => {
  const start = marked.search(/[⟦|]/);
  const text = marked.replace(/[⟦⟧|]/g, '');
  const end = marked.includes('⟧') ? marked.replace('⟦', '').indexOf('⟧') : start;
  return { text, start, end };
};

export const formatMarkedText = (
  { text }: Selected,
  { start, end, text: put, select }: Replacement,
): string => {
  const after = text.slice(0, start) + put + text.slice(end);
  const [from, to] = select;
  if (from === to) return `${after.slice(0, from)}|${after.slice(from)}`;
  return `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`;
};
