/** The addresses of the admin area, and the way into it; visitors don't load them. */
import { tagSlug } from 'content-schema';
import { isPageId, type PostKind } from 'content-schema';
import { ADMIN, HOME, LOGIN, POSTS } from './paths.ts';

export const NEW_POST = `${POSTS}/new`;
/** The administrator's list of pages. */
export const PAGES_LIST = `${ADMIN}/pages`;
export const NEW_PAGE = `${PAGES_LIST}/new`;
/** The link from a post or page to its list. */
export const backFrom = (kind: PostKind) =>
  kind === 'page'
    ? { to: PAGES_LIST, text: 'Back to pages' }
    : { to: POSTS, text: 'Back to blogs' };
/** The form of a new post that starts with a draft's text and the id of the draft's post. */
export const newPostFrom = (draftId: string, id: string): string =>
  `${isPageId(id) ? NEW_PAGE : NEW_POST}?${new URLSearchParams({ draft: draftId, id })}`;
export const adminTagPath = (tag: string): string => `${POSTS}/tags/${tagSlug(tag)}`;

/** The administrator's photos. */
export const UPLOADS = `${ADMIN}/uploads`;

/** The administrator's passkeys, password and sessions. */
export const ACCOUNT = `${ADMIN}/account`;
/** Where the administrator connects a repository at GitHub. */
export const CONNECT = `${ADMIN}/connect`;

/** The open proposals. */
export const PROPOSALS = `${ADMIN}/proposals`;
export const proposalPath = (id: string): string => `${PROPOSALS}/${encodeURIComponent(id)}`;

/** The administrator's list of changes. */
export const HISTORY = `${ADMIN}/history`;

export const commitPath = (sha: string): string => `${HISTORY}/${sha}`;

/** The version of the site at a commit, opened at one of its pages. */
export const sitePath = (sha: string, page = HOME): string =>
  `${commitPath(sha)}/site${page === HOME ? '' : `?${new URLSearchParams({ page })}`}`;

/** Filters the list of changes. Absent and empty fields don't filter. */
export interface HistoryFilter {
  /** A content file or folder. */
  readonly path?: string;
  /** A single entry of a list, e.g. `Engineer, Acme`, or a single section by its key. */
  readonly part?: string;
  /** Words to search for. */
  readonly q?: string;
  /** An ISO date; lists the changes up to it. */
  readonly until?: string;
  /** Counted from 1. */
  readonly page?: number;
}

/** The address of the list of changes, with a filter. */
export const historyPath = ({ page = 1, ...filter }: HistoryFilter): string => {
  const narrowing = Object.entries<string>(filter).filter(([, value]) => value !== '');
  const query = new URLSearchParams([
    ...narrowing,
    ...(page > 1 ? [['page', String(page)]] : []),
  ]).toString();
  return `${HISTORY}${query && `?${query}`}`;
};

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
