import { decodeAddress } from 'content-schema';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Scrolls to and focuses the element that the address's hash names: on every navigation, and on
 * load once the page is `ready`. Does nothing without such an element.
 */
export const useHashScroll = (ready: boolean): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    const id = decodeAddress(hash.slice(1));
    const target = ready && id !== '' ? document.getElementById(id) : null;
    if (target === null) return;
    const { matches: isMotionReduced } = matchMedia('(prefers-reduced-motion: reduce)');
    target.scrollIntoView({ behavior: isMotionReduced ? 'instant' : 'smooth' });
    target.focus({ preventScroll: true });
  }, [hash, key, ready]);
};
