import type { PostHeading, ShareCard, SitemapEntry } from 'content-schema';
import type { ComponentType } from 'react';
import { Navigate } from 'react-router-dom';
import type { PageContent, PageFrame, PageView } from '../data/page-data.ts';
import { usePage, type PageSource } from '../data/use-page.ts';
import { postPath } from '../paths.ts';
import type { PageLocation } from '../routing/page-location.ts';
import { MessageScreen } from '../ui/messages.tsx';
import { classNames } from '../ui/class-names.ts';
import { PublicPage } from './public-page.tsx';
import styles from './public-page.module.css';

export interface PageProps<View> {
  readonly frame: PageFrame;
  readonly view: View & PageView;
  /** Why the page doesn't show the stored content. The layout shows it. */
  readonly error: string | undefined;
  readonly location: PageLocation;
}

type Select<View> = <P extends PostHeading>(
  content: PageContent<P>,
  location: PageLocation,
) => View & { readonly posts: readonly P[] };

/** A public page for server, browser, router and sitemap. `View` is what it shows beside posts. */
interface PageDefinition<View> extends Omit<PageSource<View & PageView>, 'select'> {
  /** Returns its addresses for the sitemap; none for a page that repeats the content of others. */
  readonly sitemap: (posts: readonly PostHeading[]) => readonly SitemapEntry[];
  readonly pending: string;
  /** Replaces the page with the `pending` message. */
  readonly Pending?: ComponentType<Omit<PageProps<View>, 'view'>>;
  readonly select: Select<View>;
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
  'path' | 'prefix' | 'paged' | 'sitemap' | 'hasText' | 'isMissing' | 'card'
> {
  readonly select: Select<unknown>;
  /** Set for a page that loads a single post. */
  readonly selectPost?: unknown;
  readonly Component: ComponentType;
}

const PendingPage = ({ pending }: { readonly pending: string }) => (
  <>
    <title>{pending}</title>
    <h1 className={classNames('page larger muted', styles.pending)}>{pending}</h1>
  </>
);

export const definePage = <View,>(definition: PageDefinition<View>): SitePage => {
  const { pending, Page, Pending = PendingPage } = definition;
  const Component = () => {
    const { isLoading, renamedTo, ...page } = usePage<View & PageView>(definition);
    const { frame, view, error, location } = page;
    if (renamedTo !== undefined) return <Navigate to={postPath(renamedTo)} replace />;
    if (!frame) {
      return <MessageScreen busy={error === undefined}>{error ?? pending}</MessageScreen>;
    }
    const shared = { frame, error, location };
    return (
      <PublicPage frame={frame} error={error} busy={isLoading}>
        {view ? <Page {...shared} view={view} /> : <Pending {...shared} pending={pending} />}
      </PublicPage>
    );
  };
  return { ...definition, Component };
};
