import { useLayoutEffect, type RefObject } from 'react';
import type { Replacement, Selected } from './markdown-edits.ts';
import type { TextChange } from './picture-text.ts';

/** Changes of a text area that count as typed, so that the browser's own undo takes them back. */

export const selectionOf = ({
  value,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): Selected => ({ text: value, start: selectionStart, end: selectionEnd });

/** Only this command of browsers makes a change count as typed. */
const type = (text: string): boolean =>
  text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);

const typeOver = (area: HTMLTextAreaElement, { start, end, text }: TextChange): void => {
  // A caret that was elsewhere ends the typing before, which would be undone together with this.
  const elsewhere = start === 0 ? area.value.length : 0;
  area.setSelectionRange(elsewhere, elsewhere);
  area.setSelectionRange(start, end);
  if ((text === '' && start === end) || type(text)) return;
  area.setRangeText(text, start, end, 'end');
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
};

/** Changes the text where someone is at work in it. */
export const replaceText = (area: HTMLTextAreaElement, replacement: Replacement): void => {
  area.focus({ preventScroll: true });
  typeOver(area, replacement);
  area.setSelectionRange(...replacement.select);
};

/**
 * Changes the text while someone is at work elsewhere in it, or on the page: focus, selection and
 * what is in view stay. False where a dialog covers the text, which then stays as it is.
 */
export const replaceAside = (area: HTMLTextAreaElement, change: TextChange): boolean => {
  const { start, end, text } = change;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = area;
  const focused = document.activeElement;
  const view = { left: scrollX, top: scrollY, behavior: 'instant' } as const;
  // What is typed in a text without the focus is not on the browser's list of what to undo, and
  // damages that list.
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
 * Undo, or redo, that stopped at a text which is none to stop at goes one step further, unless that
 * would take something else along.
 */
export const passOver = (inputType: string, isPassing: () => boolean): void => {
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

/** Lets a text area grow with its text also where the browser has no `field-sizing`. */
export const useGrowth = (area: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  useLayoutEffect(() => {
    if (area.current && !CSS.supports('field-sizing', 'content')) fitToText(area.current);
  }, [area, text]);
};
