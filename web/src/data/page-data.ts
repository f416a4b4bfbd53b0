import type { PostHeading, PostRevision, PostSummary, SiteShell } from 'content-schema';

/** What the header, the footer and the title of every page say. */
export type PageFrame = Pick<SiteShell, 'site' | 'profile'>;

/** What every public page is given beside its own content. */
export interface PublicShell {
  readonly frame: PageFrame;
  /** Why the content is not the stored one. */
  readonly error: string | undefined;
  /** For the footer. */
  readonly year: number;
}

/**
 * What pages are made of: on the server the heads of all posts, in the browser their summaries. A
 * page selects from both with the same code.
 */
export interface PageContent<P extends PostHeading> extends SiteShell {
  readonly posts: readonly P[];
}

/** What a page shows beside its frame, and nothing else of the content. */
export interface PageView {
  readonly posts: readonly PostSummary[];
  /** The text of its only post, where it came with the HTML. */
  readonly html?: string;
  /** How often that post was revised, where it came with the HTML and is known. */
  readonly revised?: number;
  /** On the page of its revisions, oldest first: null while they can't be read. */
  readonly revisions?: readonly PostRevision[] | null;
  /** The path of its share card, where it came with the HTML. */
  readonly card?: string | undefined;
}

/** The content of the page that was asked for first, which comes with its HTML. */
export interface PageData {
  /** The page's route. */
  readonly path: string;
  /** The page's own, see `PageLocation`. */
  readonly address: string;
  readonly frame: PageFrame;
  readonly view: PageView;
}

/** What the app knows from its beginning: the same on the server and in the browser. */
export interface InitialState {
  /** The canonical origin of the site. */
  readonly origin: string;
  readonly year: number;
  /** When visitors last saw something change, as an ISO date; absent where that was not known. */
  readonly changed?: string | undefined;
  /** Where the site is, in place of the root. */
  readonly base?: string | undefined;
  /** Absent where the page is rendered in the browser only. */
  readonly page?: PageData;
}
