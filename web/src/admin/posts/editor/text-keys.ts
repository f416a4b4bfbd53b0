import { useRef, type KeyboardEvent } from 'react';
import { continueLine, indentItems, isInList } from './list-edits.ts';
import type { EditName } from './markdown-edits.ts';
import { replaceText, selectionOf } from './text-area.ts';
import { editOfKeys } from './toolbar.tsx';

const hasNoModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey);

/**
 * Handles the text's keys: the toolbar's shortcuts, Enter in lists and quotes, and Tab in lists.
 * After Esc, Tab leaves the text.
 */
export const useTextKeys = (edit: (name: EditName) => void) => {
  const isFreed = useRef(false);

  const breakLine = (area: HTMLTextAreaElement): boolean => {
    // An inserted picture already has an empty line below.
    if (/!\[[^\n]*\)\n\n$/.test(area.value.slice(0, area.selectionStart))) return true;
    const next = continueLine(selectionOf(area));
    if (next) replaceText(area, next);
    return next !== undefined;
  };
  const moveItems = (area: HTMLTextAreaElement, by: 'in' | 'out'): boolean => {
    if (isFreed.current || !isInList(selectionOf(area))) return false;
    const moved = indentItems(selectionOf(area), by);
    if (moved) replaceText(area, moved);
    return moved !== undefined || by === 'in';
  };
  const act = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { key, shiftKey, currentTarget: area } = event;
    const name = editOfKeys(event);
    if (name !== undefined) edit(name);
    if (name !== undefined || !hasNoModifier(event)) return name !== undefined;
    if (key === 'Enter') return !shiftKey && breakLine(area);
    return key === 'Tab' && moveItems(area, shiftKey ? 'out' : 'in');
  };

  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Ignores keys that an input method or the slash menu has handled.
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (act(event)) event.preventDefault();
    if (event.key !== 'Tab' && event.key !== 'Shift') isFreed.current = event.key === 'Escape';
  };
};
