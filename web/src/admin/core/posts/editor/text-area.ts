import { useLayoutEffect, type RefObject } from 'react';
import type { Replacement, Selected } from './markdown-edits.ts';
import type { TextChange } from './photos-in-text.ts';

/** Changes a text area in ways that the browser's own undo can revert. */

export const selectionOf = ({
  value,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): Selected => ({ text: value, start: selectionStart, end: selectionEnd });

/** Deprecated, but the only API whose changes the browser can undo. */
const type = (text: string): boolean =>
  text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);

const typeOver = (area: HTMLTextAreaElement, { start, end, text }: TextChange): void => {
  // Moving the caret makes this change a separate undo step from the typing before it.
  const elsewhere = start === 0 ? area.value.length : 0;
  area.setSelectionRange(elsewhere, elsewhere);
  area.setSelectionRange(start, end);
  if ((text === '' && start === end) || type(text)) return;
  area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
};

/** Replaces text at the user's request: focuses the text area and sets its selection. */
export const replaceText = (area: HTMLTextAreaElement, replacement: Replacement): void => {
  area.focus({ preventScroll: true });
  typeOver(area, replacement);
  area.setSelectionRange(...replacement.select);
};

const moved = (offset: number, { start, end, text }: TextChange): number => {
  if (offset <= start) return offset;
  return offset < end ? start + text.length : offset + text.length - (end - start);
};

/**
 * Makes a change elsewhere than at the caret, and keeps the selection and the scroll position.
 * Returns false, without a change, if a dialog covers the text area: it could not be undone.
 */
export const replaceElsewhere = (
  area: HTMLTextAreaElement | null,
  changeIn: (text: string) => TextChange | undefined,
): boolean => {
  if (!area) return false;
  const change = changeIn(area.value);
  if (!change) return true;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = area;
  const view = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
  area.focus({ preventScroll: true });
  if (document.activeElement !== area) return false;
  typeOver(area, change);
  area.setSelectionRange(
    moved(selectionStart, change),
    moved(selectionEnd, change),
    selectionDirection,
  );
  area.scrollTop = scrollTop;
  scrollTo(view);
  return true;
};

const fitToText = (area: HTMLTextAreaElement): void => {
  const { style, offsetHeight, clientHeight } = area;
  const view = { top: scrollY, behavior: 'instant' } as const;
  style.blockSize = 'auto';
  style.blockSize = `${area.scrollHeight + offsetHeight - clientHeight}px`;
  scrollTo(view);
};

/** Grows a text area with its text in browsers without `field-sizing`. */
export const useAutoGrow = (area: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  useLayoutEffect(() => {
    if (area.current && !CSS.supports('field-sizing', 'content')) fitToText(area.current);
  }, [area, text]);
};
