import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const elementOf = (hash: string): HTMLElement | null => {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
};

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Scrolls to the element that the address's hash names, and moves the focus there: on every
 * navigation, and on load as soon as the page is `ready` to be scrolled. Without such an element
 * nothing happens.
 */
export const useHashScroll = (ready: boolean): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = ready && hash !== '' ? elementOf(hash) : null;
    if (target === null) return;
    target.scrollIntoView({ behavior: prefersStillness() ? 'instant' : 'smooth' });
    target.focus({ preventScroll: true });
  }, [hash, key, ready]);
};
