import type { PostHeading, PostSummary, ShareCard, SitemapEntry } from 'content-schema';
import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import type { PageContent, PageFrame, PageView, PublicShell } from '../data/page-data.ts';
import { usePage, type ShownPost } from '../data/use-page.ts';
import { postPath } from '../paths.ts';
import type { PageLocation, PageRoute } from '../routing/page-location.ts';
import { MessageScreen } from '../ui/messages.tsx';
import { classNames } from '../ui/class-names.ts';
import { PublicPage } from './public-page.tsx';
import styles from './public-page.module.css';

export interface PageProps<View> extends PublicShell {
  readonly view: View & PageView;
  readonly location: PageLocation;
}

/** Selects what the page shows at a location. */
type Select<View> = <P extends PostHeading>(
  content: PageContent<P>,
  location: PageLocation,
) => View & { readonly posts: readonly P[] };

/**
 * The definition of a public page, which the server, the browser, the router and the sitemap share.
 *
 * @typeParam View the data that the page shows beside posts.
 */
interface PageDefinition<View> extends PageRoute {
  /** Returns its addresses for the sitemap; none for a page that repeats the content of others. */
  readonly sitemap: (posts: readonly PostHeading[]) => readonly SitemapEntry[];
  readonly pending: string;
  /** Replaces the page with the `pending` message. */
  readonly Pending?: ComponentType<Omit<PageProps<View>, 'view'>>;
  /** Whether to show the default content until the stored content has loaded. */
  readonly standIn?: boolean;
  /** Whether the text of its only post comes with its HTML. */
  readonly hasText?: boolean;
  /** Whether the revisions of its only post come with its HTML. The browser can't load them. */
  readonly hasRevisions?: boolean;
  readonly select: Select<View>;
  /**
   * Selects the view of a page with a single post, which comes from a list until the whole post has
   * loaded.
   */
  readonly selectPost?: (post: ShownPost) => View & { readonly posts: readonly PostSummary[] };
  /** Whether the view is that of a missing page, which the server answers with 404. */
  readonly isMissing?: (view: PageView) => boolean;
  /** Returns the content of the page's share card; undefined if it has none. */
  readonly card?: (
    view: PageView,
    frame: PageFrame,
    location: PageLocation,
  ) => (Pick<ShareCard, 'title'> & Partial<ShareCard>) | undefined;
  readonly Page: ComponentType<PageProps<View>>;
}

/** A page definition without the type of its view. */
export interface SitePage extends Pick<
  PageDefinition<unknown>,
  'path' | 'prefix' | 'paged' | 'sitemap' | 'hasText' | 'hasRevisions' | 'isMissing' | 'card'
> {
  readonly select: Select<unknown>;
  /** Set for a page that loads a single post. */
  readonly selectPost?: unknown;
  readonly Component: ComponentType;
}

const PendingPage = ({ pending, ...shell }: PublicShell & { readonly pending: string }) => (
  <PublicPage {...shell} busy>
    <title>{pending}</title>
    <h1 className={classNames('page larger muted', styles.pending)}>{pending}</h1>
  </PublicPage>
);

export const definePage = <View,>(definition: PageDefinition<View>): SitePage => {
  const { pending, Page, Pending = PendingPage } = definition;
  const Component = () => {
    const { shell, view, renamedTo, location, error } = usePage<View & PageView>(definition);
    if (renamedTo !== undefined) return <Navigate to={postPath(renamedTo)} replace />;
    if (!shell) {
      return <MessageScreen busy={error === undefined}>{error ?? pending}</MessageScreen>;
    }
    return view ? (
      <Page {...shell} view={view} location={location} />
    ) : (
      <Pending {...shell} location={location} pending={pending} />
    );
  };
  return { ...definition, Component };
};
