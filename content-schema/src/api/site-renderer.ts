import type { PostPageResponse, SiteShell } from './calls.ts';
import type { Post, PostHeading, PostSummary } from '../entities/post.ts';
import type { Site } from '../entities/site.ts';

/** The interface of the web app's server bundle, which the API loads at run time. */

/** The public content of one revision; a page loads only what it shows. */
export interface PublicContent extends SiteShell {
  /** Newest first. */
  readonly posts: readonly PostHeading[];
  /** In their order. */
  readonly pages: readonly PostHeading[];
  /** The address of the style sheet of the owner's own, if there is one. */
  readonly style?: string | undefined;
  /** The posts that contain every word of the query in title, tags or excerpt, newest first. */
  search(query: string): Promise<readonly PostHeading[]>;
  /** The summary of each post, in their order. */
  summarize(posts: readonly PostHeading[]): Promise<PostSummary[]>;
  /** Rejects when there is no such post. */
  post(id: string): Promise<Post & Pick<PostPageResponse, 'correctionUrl'>>;
  /** The URL of a page's share card, which changes with its content. */
  cardAddress(pagePath: string, card: ShareCard): string | undefined;
}

/** The content of a share card, the preview image of a page on other sites. */
export interface ShareCard {
  readonly title: string;
  /** A line below the title; may be empty. */
  readonly note: string;
  /** The site's owner. */
  readonly name: string;
  /** Formatted for readers; may be empty. */
  readonly date: string;
  /** The id of a photo of this site. */
  readonly photo?: string | undefined;
}

/** Pixels; most sites recommend 1.91:1. https://ogp.me */
export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/**
 * How a URL of the site is served: a page is rendered on the server, under its canonical path and
 * query; the application in the browser, from the renderer's `document`.
 */
export type Destination =
  { readonly kind: 'page'; readonly address: string } | { readonly kind: 'application' };

export interface RenderContext {
  /** The canonical origin of the site. */
  readonly origin: string;
  readonly year: number;
  /** The path prefix of another version of the site, without a trailing slash. */
  readonly base?: string;
  /** The notice about that version to show on the page. */
  readonly notice?: string | undefined;
  readonly isDeleted?: boolean;
}

export interface RenderedPage {
  /** 404 for a "not found" page, 410 if its post was deleted. */
  readonly status: 200 | 404 | 410;
  readonly html: string;
  /** The document without the page. Its inline scripts and styles are allowed. */
  readonly document: string;
}

export interface SitemapEntry {
  readonly path: string;
  /** The ISO date of its last change. */
  readonly changed?: string | undefined;
}

export interface SiteRenderer {
  /** Returns the document of pages that are rendered in the browser, in the look of the site. */
  document(look?: Pick<Site, 'hue' | 'typeface'> & Pick<PublicContent, 'style'>): string;
  /** A page that says one thing, such as that a link is no longer valid. */
  message(text: string): string;
  /** Resolves `address`, a path with its query; undefined if the site has no such page. */
  find(address: string): Destination | undefined;
  /** Renders the page whose `Destination` has this address. */
  render(address: string, content: PublicContent, context: RenderContext): Promise<RenderedPage>;
  /** Returns the share card of the page whose `Destination` has this address, if it has one. */
  card(address: string, content: PublicContent): Promise<ShareCard | undefined>;
  /** Returns the pages that search engines should index, for a site with these posts and pages. */
  sitemap(posts: readonly PostHeading[]): readonly SitemapEntry[];
}
