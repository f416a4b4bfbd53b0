import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The state of a link to the first of several fields, each given as the end of its control's id. */
interface LinkedFields {
  readonly fields: readonly string[];
}

export const linkToFields = (fields: readonly string[] = []): LinkedFields => ({ fields });

const isLinkedFields = (state: unknown): state is LinkedFields =>
  typeof state === 'object' && state !== null && 'fields' in state && Array.isArray(state.fields);

const controlOf = (fields: readonly string[]): HTMLElement | null => {
  const names = fields.map((field) => `[id*="-${CSS.escape(field)}"]`).join();
  return names === '' ? null : document.querySelector(`:is(input, textarea):is(${names})`);
};

/** Focuses the first field that the link to this page asks for, once the page is ready. */
export const useLinkedField = (ready: boolean): void => {
  const { key, state } = useLocation() as { key: string; state: unknown };
  useEffect(() => {
    const control = ready && isLinkedFields(state) ? controlOf(state.fields) : null;
    if (control === null) return;
    control.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  }, [key, state, ready]);
};
