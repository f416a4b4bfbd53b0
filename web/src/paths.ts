/** Every address of the site. */
import { SEARCH_PARAM, tagKey } from 'content-schema';

export const HOME = '/';
export const BLOGS = '/blogs';
/** The page of all tags. */
export const TAGS = '/tags';
export const EXPERIENCES = '/experiences';
export const LOGIN = '/login';
export const ADMIN = '/admin';

export const postPath = (id: string): string => `${BLOGS}/${encodeURIComponent(id)}`;

/** The page of a post's revisions. */
export const revisionsPath = (id: string): string => `${postPath(id)}/revisions`;

/**
 * Browsers remove `.` and `..` from a path, even when escaped. A trailing space prevents that, and
 * comparing tags ignores it. `toWellFormed` replaces lone surrogates, which can't be escaped.
 */
const tagSlug = (tag: string): string =>
  encodeURIComponent(tagKey(tag).toWellFormed()).replace(/^\.{1,2}$/, '$&%20');

/** The page of the posts with the tag. */
export const tagPath = (tag: string): string => `${BLOGS}/tags/${tagSlug(tag)}`;

/** The page of the posts that match the search. */
export const searchPath = (query: string): string =>
  `${BLOGS}?${new URLSearchParams({ [SEARCH_PARAM]: query })}`;

/** The administrator's list of posts. */
export const POSTS = `${ADMIN}/blogs`;
export const NEW_POST = `${POSTS}/new`;
/** The form of a new post that starts with a draft's text and the id of the draft's post. */
export const newPostFrom = (draftId: string, id: string): string =>
  `${NEW_POST}?${new URLSearchParams({ draft: draftId, id })}`;
export const adminPostPath = (id: string): string => `${POSTS}/${encodeURIComponent(id)}`;
export const editPostPath = (id: string): string => `${adminPostPath(id)}/edit`;
export const adminTagPath = (tag: string): string => `${POSTS}/tags/${tagSlug(tag)}`;

export const EDIT_EXPERIENCES = `${ADMIN}/experiences`;
/** The administrator's photos. */
export const UPLOADS = `${ADMIN}/uploads`;

/** The administrator's passkeys, password and sessions. */
export const ACCOUNT = `${ADMIN}/account`;
/** Where the administrator connects a repository at GitHub. */
export const CONNECT = `${ADMIN}/connect`;

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
