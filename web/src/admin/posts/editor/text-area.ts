import { useLayoutEffect, type RefObject } from 'react';
import type { Replacement, Selected } from './markdown-edits.ts';
import type { TextChange } from './picture-text.ts';

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

/**
 * Replaces text in the background: keeps focus, selection and scroll position. Returns false,
 * without a change, if a dialog covers the text.
 */
export const replaceInBackground = (area: HTMLTextAreaElement, change: TextChange): boolean => {
  const { start, end, text } = change;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = area;
  const focused = document.activeElement;
  const view = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
  // Without the focus a change can't be undone and damages the undo history.
  area.focus({ preventScroll: true });
  if (document.activeElement !== area) return false;
  const moved = (place: number): number => {
    if (place <= start) return place;
    return place < end ? start + text.length : place + text.length - (end - start);
  };
  typeOver(area, change);
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection);
  area.scrollTop = scrollTop;
  if (focused instanceof HTMLElement && focused !== area) {
    if (focused === document.body) area.blur();
    else focused.focus({ preventScroll: true });
  }
  scrollTo(view);
  return true;
};

/**
 * Called after an undo or redo. If it reached an intermediate text that is not meant to be seen,
 * goes one step further, unless that step also changes something else.
 */
export const skipIntermediateText = (inputType: string, isPassing: () => boolean): void => {
  if (!isPassing()) return;
  const isUndo = inputType === 'historyUndo';
  if (document.execCommand(isUndo ? 'undo' : 'redo') && isPassing()) {
    document.execCommand(isUndo ? 'redo' : 'undo');
  }
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
