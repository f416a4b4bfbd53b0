import type { SiteShell } from './api.ts';
import type { Post, PostHeading, PostRevision, PostSummary } from './post.ts';

/** What the API and the web app's server bundle, which the API loads as it runs, agree on. */

/** The content of one revision as visitors may see it; a page asks for no more than it shows. */
export interface PublicContent extends SiteShell {
  /** Newest first. */
  readonly posts: readonly PostHeading[];
  /** The posts with every word of the query in their titles, tags or excerpts, newest first. */
  search(query: string): Promise<readonly PostHeading[]>;
  /** One for each post, in their order. */
  summarize(posts: readonly PostHeading[]): Promise<PostSummary[]>;
  /** Rejects when there is no such post. */
  post(id: string): Promise<Post>;
  /**
   * What visitors saw change in a post since it was published, oldest first; undefined where that is not
   * known. Absent where revisions are switched off.
   */
  readonly revisions?: (id: string) => Promise<readonly PostRevision[] | undefined>;
  /** The same without waiting for the store. */
  readonly knownRevisions?: (id: string) => readonly PostRevision[] | undefined;
  /** The ISO date at which visitors last saw something change; undefined while it is not known. */
  readonly lastChange?: () => string | undefined;
  /** The address of a page's card, which is another one when anything else stands on it. */
  cardAddress(pagePath: string, card: ShareCard): string | undefined;
}

/** What stands on the picture that other sites show of a page. */
export interface ShareCard {
  readonly title: string;
  /** A line below the title; may be empty. */
  readonly note: string;
  /** Whose site it is. */
  readonly name: string;
  /** In words; may be empty. */
  readonly date: string;
  /** The id of a photo of this site. */
  readonly photo?: string | undefined;
}

/** Pixels, as sites that show cards ask for: https://ogp.me, and 1.91:1 nearly everywhere. */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** How an address of the site is answered. */
export type Destination =
  | {
      /** It is rendered on the server. */
      readonly kind: 'page';
      /** The path and query that name it: the same for all spellings of the address. */
      readonly address: string;
    }
  | {
      /** It is rendered in the browser, from the renderer's `document`. */
      readonly kind: 'application';
    };

/** What a rendered page says beside the content. */
export interface PageSurroundings {
  /** The canonical origin of the site. */
  readonly origin: string;
  readonly year: number;
  /**
   * The path below which an old or a proposed version of the site is shown, without a closing slash.
   * Each of its pages is a document of its own.
   */
  readonly base?: string;
  /** What a bar on the page says of that version. */
  readonly notice?: string | undefined;
}

export interface RenderedPage {
  /** 404 for a page that says that there is no such thing. */
  readonly status: 200 | 404;
  readonly html: string;
  /** The document without the page. Its inline scripts and styles are allowed. */
  readonly document: string;
}

/** A page as the sitemap lists it. */
export interface SitemapEntry {
  readonly path: string;
  /** When it changed last: an ISO date. */
  readonly changed?: string | undefined;
}

export interface SiteRenderer {
  /** The document of pages that are rendered in the browser. */
  readonly document: string;
  /** A page that says one thing, such as that a link is no longer valid. */
  message(text: string): string;
  /** Undefined when the site has no page at `address`, a path with its query. */
  find(address: string): Destination | undefined;
  /** Renders the page whose `Destination` has this address. */
  render(
    address: string,
    content: PublicContent,
    surroundings: PageSurroundings,
  ): Promise<RenderedPage>;
  /** The card of the page whose `Destination` has this address; undefined where it has none. */
  card(address: string, content: PublicContent): Promise<ShareCard | undefined>;
  /** The pages that search engines should read, of a site with these posts. */
  sitemap(posts: readonly PostHeading[]): readonly SitemapEntry[];
}
