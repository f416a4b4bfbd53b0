import type { Location } from 'react-router-dom';

/** What a link or a navigation within the admin area carries to the page that it opens. */
export interface LinkState {
  /** The success message of an action on the previous page. */
  readonly done?: string | undefined;
  /** The page of the site that shows what was saved. */
  readonly page?: string | undefined;
  /** Fields to focus the first of, each given as the end of its control's id. */
  readonly fields?: readonly string[] | undefined;
}

/** The type of `useLocation()` on a page of the admin area. */
export type AdminLocation = Location<LinkState | null>;
