const ADMIN = '/admin';
/** Stands for this site's own origin, which may not be known where the page is rendered. */
const ORIGIN = 'https://this-site.invalid';

/** The login page's address, with the place to come back to. */
export const loginPath = (from: string): string => `/login?${new URLSearchParams({ from })}`;

/**
 * Where to go after signing in: `from` if it is a path of this site, else the admin area. Anything
 * that a browser would read as another origin is refused.
 */
export const safeReturnPath = (from: string | null): string => {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, ORIGIN)) return ADMIN;
  const { origin, pathname, search, hash } = new URL(from, ORIGIN);
  const leavesSite = origin !== ORIGIN || pathname.startsWith('//');
  return leavesSite || pathname === '/login' ? ADMIN : `${pathname}${search}${hash}`;
};
