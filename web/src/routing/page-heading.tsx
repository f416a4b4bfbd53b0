import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType, type Location } from 'react-router-dom';

/** The router's location key of the first page, which the browser loaded as a document. */
const FIRST_PAGE = 'default';

interface PageHeadingProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * A page's `h1`. A navigation scrolls to the top and focuses the heading, unless the address has a
 * hash or the navigation asks for `keepScroll`. Going back keeps the scroll position.
 */
export const PageHeading = ({ children, className }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash, state } = useLocation() as Location<{ readonly keepScroll?: boolean } | null>;
  const keepScroll = state?.keepScroll;
  const isReturn = useNavigationType() === NavigationType.Pop;

  // In a layout effect, before view transitions measure the new page.
  useLayoutEffect(() => {
    if (key === FIRST_PAGE || hash !== '' || keepScroll) return;
    heading.current?.focus({ preventScroll: true });
    if (!isReturn) scrollTo({ top: 0, behavior: 'instant' });
  }, [key, hash, keepScroll, isReturn]);

  return (
    <h1 ref={heading} className={className} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
};
