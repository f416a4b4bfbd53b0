/** The addresses of the admin area that public pages don't link to; those are in `web/src/paths.ts`. */
import { isPageId, tagSlug, type PostKind } from 'content-schema';
import type { Location } from 'react-router-dom';
import { ADMIN, EDIT_EXPERIENCES, POSTS } from '../../paths.ts';

/** The sections of the dashboard, with words that find them in the command palette. */
export const DASHBOARD_SECTIONS = {
  site: {
    id: 'site-metadata',
    title: 'Site metadata',
    words: 'title description logo home button',
  },
  identity: { id: 'identity', title: 'Identity', words: 'name location tagline highlights' },
  narrative: { id: 'narrative', title: 'Narrative', words: 'summary about' },
  contact: { id: 'contact', title: 'Contact', words: 'email linkedin github' },
  siteSections: { id: 'site-sections', title: 'Site sections', words: 'contact description' },
  store: {
    id: 'content-store',
    title: 'Content store',
    words: 'repository branch github git clone backup',
  },
} as const;

export const EXPERIENCES_SECTIONS = {
  experiences: { id: 'experiences', title: 'Career experiences', words: '' },
  more: {
    id: 'education-and-more',
    title: 'Education and more',
    words: 'languages programming interests visible hide show',
  },
} as const;

export const dashboardSection = (name: keyof typeof DASHBOARD_SECTIONS): string =>
  `${ADMIN}#${DASHBOARD_SECTIONS[name].id}`;
export const EDIT_SECTIONS = `${EDIT_EXPERIENCES}#${EXPERIENCES_SECTIONS.more.id}`;

export const NEW_POST = `${POSTS}/new`;
export const PAGES_LIST = `${ADMIN}/pages`;
export const NEW_PAGE = `${PAGES_LIST}/new`;
export const backFrom = (kind: PostKind) =>
  kind === 'page'
    ? { to: PAGES_LIST, text: 'Back to pages' }
    : { to: POSTS, text: 'Back to blogs' };
export const newPostFrom = (draftId: string, id: string): string =>
  `${isPageId(id) ? NEW_PAGE : NEW_POST}?${new URLSearchParams({ draft: draftId, id })}`;
export const adminTagPath = (tag: string): string => `${POSTS}/tags/${tagSlug(tag)}`;

export const UPLOADS = `${ADMIN}/uploads`;
export const STYLE = `${ADMIN}/style`;

/** What a link or a navigation within the admin area carries to the page that it opens. */
export interface LinkState {
  readonly done?: string | undefined;
  readonly page?: string | undefined;
  /** Fields to focus the first of, each given as the end of its control's id. */
  readonly fields?: readonly string[] | undefined;
}

/** The type of `useLocation()` on a page of the admin area. */
export type AdminLocation = Location<LinkState | null>;
