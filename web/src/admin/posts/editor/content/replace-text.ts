import type { Replacement, Selected } from './markdown-edits.ts';

export const selectionOf = ({
  value,
  selectionStart,
  selectionEnd,
}: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Typed text can be undone; only this command of browsers makes a change count as typed. */
const type = (text: string): boolean =>
  text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);

/** Changes the text as if it had been typed, so that undo takes it back. */
export const replaceText = (area: HTMLTextAreaElement, replacement: Replacement): void => {
  const { start, end, text, select } = replacement;
  area.focus();
  area.setSelectionRange(start, end);
  if ((text !== '' || start !== end) && !type(text)) {
    area.setRangeText(text, start, end, 'end');
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
};
