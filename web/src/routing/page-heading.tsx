import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';

/** The router's key of the page that the browser itself has loaded. */
const FIRST_PAGE = 'default';

interface PageHeadingProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * The heading of a page. A navigation to the page begins at its top, with the focus on the heading,
 * unless the address names a place on the page, or is a new one of the same page; going back keeps the place where the page was left.
 */
export const PageHeading = ({ children, className }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash, state } = useLocation() as Location<{ readonly keepsPlace?: boolean } | null>;
  const keepsPlace = state?.keepsPlace;
  const isReturn = useNavigationType() === NavigationType.Pop;

  // Before browsers look where things are that move from the page before.
  useLayoutEffect(() => {
    if (key === FIRST_PAGE || hash !== '' || keepsPlace) return;
    heading.current?.focus({ preventScroll: true });
    if (!isReturn) scrollTo({ top: 0, behavior: 'instant' });
  }, [key, hash, keepsPlace, isReturn]);

  return (
    <h1 ref={heading} className={className} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
};
