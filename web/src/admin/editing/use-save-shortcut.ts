import { useEffect, type RefObject } from 'react';

const isSaveShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Ctrl+S or Cmd+S submits the form, if the focus is in it or in no form, and no dialog is open. */
export const useSaveShortcut = (form: RefObject<HTMLFormElement | null>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return;
      event.preventDefault();
      const focused = document.activeElement?.closest('form') ?? form.current;
      const inDialog = document.querySelector('dialog[open]') !== null;
      if (focused === form.current && !inDialog && !event.repeat) form.current?.requestSubmit();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [form]);
};
