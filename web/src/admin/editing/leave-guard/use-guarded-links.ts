import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const opensHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (link.target === '' || link.target === '_self');

/** The path of a link to another page of this site that the click would open; else undefined. */
const pathLeftFor = (event: MouseEvent): string | undefined => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !opensHere(event, link) || link.origin !== location.origin) return undefined;
  return link.pathname === location.pathname
    ? undefined
    : `${link.pathname}${link.search}${link.hash}`;
};

/** Asks before following a link to another page. `isHeld` tells whether there is a reason to. */
export const useGuardedLinks = (
  isHeld: () => boolean,
  leave: (action: () => void) => void,
): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = isHeld() ? pathLeftFor(event) : undefined;
      if (path === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      leave(() => void navigate(path));
    };
    // Before the router's own handlers see the click.
    document.addEventListener('click', follow, { capture: true });
    return () => document.removeEventListener('click', follow, { capture: true });
  }, [isHeld, leave, navigate]);
};
