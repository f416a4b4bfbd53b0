/** Every address of the site. */
import { SEARCH_PARAM, tagKey } from 'content-schema';

export const HOME = '/';
export const BLOGS = '/blogs';
/** All tags. */
export const TAGS = '/tags';
export const EXPERIENCES = '/experiences';
export const LOGIN = '/login';
export const ADMIN = '/admin';

/** The page of the post with the id. */
export const postPath = (id: string): string => `${BLOGS}/${encodeURIComponent(id)}`;

/** The page of a post's revisions. */
export const revisionsPath = (id: string): string => `${postPath(id)}/revisions`;

/**
 * Browsers take `.` and `..` out of a path, also escaped. A closing space, without which tags are
 * compared, keeps them in it. Half a surrogate pair can't be escaped.
 */
const tagSlug = (tag: string): string =>
  encodeURIComponent(tagKey(tag).toWellFormed()).replace(/^\.{1,2}$/, '$&%20');

/** The page of the posts that have the tag. */
export const tagPath = (tag: string): string => `${BLOGS}/tags/${tagSlug(tag)}`;

/** The page of the posts that are found by the words. */
export const searchPath = (query: string): string =>
  `${BLOGS}?${new URLSearchParams({ [SEARCH_PARAM]: query })}`;

/** The administrator's list of posts. */
export const POSTS = `${ADMIN}/blogs`;
export const NEW_POST = `${POSTS}/new`;
/** The form of a new post, with the text of a draft, and with the id that the draft's post had. */
export const newPostFrom = (draftId: string, id: string): string =>
  `${NEW_POST}?${new URLSearchParams({ draft: draftId, id })}`;
export const adminPostPath = (id: string): string => `${POSTS}/${encodeURIComponent(id)}`;
export const editPostPath = (id: string): string => `${adminPostPath(id)}/edit`;
export const adminTagPath = (tag: string): string => `${POSTS}/tags/${tagSlug(tag)}`;

export const EDIT_EXPERIENCES = `${ADMIN}/experiences`;
/** The administrator's photos. */
export const UPLOADS = `${ADMIN}/uploads`;

/** The administrator's list of changes. */
export const HISTORY = `${ADMIN}/history`;

export const commitPath = (sha: string): string => `${HISTORY}/${sha}`;

/** The site as a commit left it, at one of its pages. */
export const sitePath = (sha: string, page = HOME): string =>
  `${commitPath(sha)}/site${page === HOME ? '' : `?${new URLSearchParams({ page })}`}`;

/** Which changes are listed; what is left out, or empty, narrows nothing. */
export interface HistoryFilter {
  /** A file of the content, or a folder of it. */
  readonly path?: string;
  /** Of a list of entries, one by its name, e.g. `Engineer, Acme`; of the sections, one by its key. */
  readonly part?: string;
  /** Words to search for. */
  readonly q?: string;
  /** A day where the administrator is, e.g. `2026-01-31`. */
  readonly day?: string;
  /** An ISO date: the changes up to it. */
  readonly until?: string;
  /** Counted from 1. */
  readonly page?: number;
}

/** The address of the changes that a filter lets pass. */
export const historyPath = ({ page = 1, ...filter }: HistoryFilter): string => {
  const narrowing = Object.entries<string>(filter).filter(([, value]) => value !== '');
  const query = new URLSearchParams([
    ...narrowing,
    ...(page > 1 ? [['page', String(page)]] : []),
  ]).toString();
  return `${HISTORY}${query && `?${query}`}`;
};

/** The login page's address, with the place to come back to. */
export const loginPath = (from: string): string => `${LOGIN}?${new URLSearchParams({ from })}`;

/** Stands for this site's own origin, which may not be known where the page is rendered. */
const ORIGIN = 'https://this-site.invalid';

/**
 * Where to go after signing in: `from` if it is a path of this site, else the admin area. Anything
 * that a browser would read as another origin is refused.
 */
export const safeReturnPath = (from: string | null): string => {
  if (from === null || !from.startsWith('/') || !URL.canParse(from, ORIGIN)) return ADMIN;
  const { origin, pathname, search, hash } = new URL(from, ORIGIN);
  const leavesSite = origin !== ORIGIN || pathname.startsWith('//');
  return leavesSite || pathname === LOGIN ? ADMIN : `${pathname}${search}${hash}`;
};
