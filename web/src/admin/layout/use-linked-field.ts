import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { AdminLocation } from './link-state.ts';

const controlOf = (fields: readonly string[]): HTMLElement | null => {
  const names = fields.map((field) => `[id*="-${CSS.escape(field)}"]`).join();
  return names === '' ? null : document.querySelector(`:is(input, textarea):is(${names})`);
};

/** Focuses the first field that the link to this page asks for, once the page is ready. */
export const useLinkedField = (ready: boolean): void => {
  const { key, state } = useLocation() as AdminLocation;
  useEffect(() => {
    const control = ready && state?.fields ? controlOf(state.fields) : null;
    if (control === null) return;
    control.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  }, [key, state, ready]);
};
