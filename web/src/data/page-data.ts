import type { ExperienceResponse, SiteShell, PostSummary, SectionsResponse } from 'content-schema';
import type { Neighbours } from '../site/posts/neighbours.ts';
import type { PostListing } from '../site/posts/post-listing.ts';
import type { TagListing } from '../site/posts/tag-listing.ts';

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

/** Undefined while it is on its way. */
export interface PostText {
  readonly html: string | undefined;
  /** How long it takes to read. */
  readonly minutes: number | undefined;
}

/** A post as its page shows it. */
export interface PostView extends PostText {
  readonly post: PostSummary;
  readonly neighbours: Neighbours;
}

/** What each public page shows beside its frame, and nothing else of the content. */
export interface PageViews {
  readonly landing: {
    readonly experiences: readonly ExperienceResponse[];
    readonly posts: readonly PostSummary[];
    readonly contact: SectionsResponse['contact'];
  };
  readonly blogs: PostListing;
  readonly tag: TagListing;
  /** Null when there is no such post. */
  readonly post: PostView | null;
  readonly experiences: Pick<SiteShell, 'experiences' | 'sections'>;
}

export type PageName = keyof PageViews;

/** The content of the page that was asked for first, which comes with its HTML. */
export interface PageData<Name extends PageName = PageName> {
  readonly name: Name;
  /** The page's own, see `publicPageAt`. */
  readonly address: string;
  readonly frame: PageFrame;
  readonly view: PageViews[Name];
}

/** What the app knows from its beginning: the same on the server and in the browser. */
export interface InitialState {
  /** The canonical origin of the site. */
  readonly origin: string;
  readonly year: number;
  /** Absent where the page is rendered in the browser only. */
  readonly page?: PageData;
}
