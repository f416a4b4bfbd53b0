import type { Replacement, Selected } from '../markdown-edits.ts';

/** Reads a test's text, in which brackets mark the selection or a bar the caret. */

export const parseMarkedText = (marked: string): Selected => {
  const start = marked.search(/[⟦|]/);
  const text = marked.replace(/[⟦⟧|]/g, '');
  const end = marked.includes('⟧') ? marked.replace('⟦', '').indexOf('⟧') : start;
  return { text, start, end };
};

/** Applies an edit to a marked text; undefined if it does nothing. */
export const editMarked = (
  marked: string,
  edit: (selected: Selected) => Replacement | undefined,
): string | undefined => {
  const selected = parseMarkedText(marked);
  const replacement = edit(selected);
  if (!replacement) return undefined;
  const { start, end, text, select } = replacement;
  const after = selected.text.slice(0, start) + text + selected.text.slice(end);
  const [from, to] = select;
  if (from === to) return `${after.slice(0, from)}|${after.slice(from)}`;
  return `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`;
};
