import { decodeAddress } from 'content-schema';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const elementOf = (hash: string): HTMLElement | null =>
  document.getElementById(decodeAddress(hash.slice(1)));

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Scrolls to and focuses the element that the address's hash names: on every navigation, and on
 * load once the page is `ready`. Does nothing without such an element.
 */
export const useHashScroll = (ready: boolean): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = ready && hash !== '' ? elementOf(hash) : null;
    if (target === null) return;
    target.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
    target.focus({ preventScroll: true });
  }, [hash, key, ready]);
};
