import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The state of a link to the first field of a section. */
export const TO_FIRST_FIELD = { toFirstField: true } as const;

const isToFirstField = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'toFirstField' in state;

/** Focuses the first field of the section in the address, if the link asks for it. */
export const useFirstField = (ready: boolean): void => {
  const { hash, key, state } = useLocation() as { hash: string; key: string; state: unknown };
  useEffect(() => {
    if (!ready || !isToFirstField(state)) return;
    const section = document.getElementById(hash.slice(1));
    section?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, [hash, key, state, ready]);
};
