import type { PageLink, PostHeading, PostSummary, SiteShell } from 'content-schema';

/** The data of the header, the footer and the title of every page. */
export interface PageFrame extends Pick<SiteShell, 'site' | 'profile'> {
  readonly pages?: readonly PageLink[];
}

/** The input of `select`: from the server the headings of all posts, in the browser summaries. */
export interface PageContent<P extends PostHeading> extends SiteShell {
  readonly posts: readonly P[];
}

/** The part of the content that one page shows. */
export interface PageView {
  readonly posts: readonly PostSummary[];
  /** The rendered text of the page's only post. */
  readonly html?: string;
  /** Where readers suggest a correction of the page's only post. */
  readonly correctionUrl?: string | undefined;
  /** Whether the page's post was deleted, if the server rendered the page. */
  readonly isDeleted?: boolean;
  /** The path of the page's share card, if the server rendered the page. */
  readonly card?: string | undefined;
}

/** The content of the first page, sent with its HTML. */
export interface PageData {
  /** The page's route pattern. */
  readonly path: string;
  /** The page's address, see `PageLocation`. */
  readonly address: string;
  readonly frame: PageFrame;
  readonly view: PageView;
}

/** The state that the app starts with, the same on the server and in the browser. */
export interface InitialState {
  /** The canonical origin of the site. */
  readonly origin: string;
  /** For the footer. */
  readonly year: number;
  /** The date of the newest post, as an ISO date; absent without one. */
  readonly changed?: string | undefined;
  /** The path below which the site is served, when that isn't the root. */
  readonly base?: string | undefined;
  /** Absent when the page is rendered only in the browser. */
  readonly page?: PageData;
}
