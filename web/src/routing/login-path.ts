import { ADMIN, LOGIN } from '../paths.ts';

/** The login page's address, with the path to return to. */
export const loginPath = (from: string): string => `${LOGIN}?${new URLSearchParams({ from })}`;

/** A placeholder for this site's own origin, which may be unknown while rendering. */
const ORIGIN = 'https://this-site.invalid';

/**
 * The path to open after signing in: `from` if it is a path of this site, else the admin area.
 * Rejects anything that a browser would read as another origin.
 */
export const safeReturnPath = (from: string | null): string => {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, ORIGIN)) return ADMIN;
  const { origin, pathname, search, hash } = new URL(from, ORIGIN);
  const leavesSite = origin !== ORIGIN || pathname.startsWith('//');
  return leavesSite || pathname === LOGIN ? ADMIN : `${pathname}${search}${hash}`;
};
