import type { PostHeading, PostSummary, ShareCard, SitemapEntry } from 'content-schema';
import type { ComponentType } from 'react';
import type { PageContent, PageFrame, PageView, PublicShell } from '../data/page-data.ts';
import { usePage, type ShownPost } from '../data/use-page.ts';
import type { PageLocation, PageRoute } from '../routing/page-location.ts';
import { MessageScreen } from '../ui/messages.tsx';
import { classNames } from '../ui/class-names.ts';
import { PublicPage } from './public-page.tsx';
import styles from './public-page.module.css';

export interface PageProps<View> extends PublicShell {
  readonly view: View & PageView;
  readonly location: PageLocation;
}

/**
 * All there is to say of a public page. The server, the browser, the router and the sitemap read it
 * from here.
 *
 * @typeParam View what the page shows beside posts.
 */
interface PageDefinition<View> extends PageRoute {
  /** Its addresses for the sitemap; none for a page that repeats what others hold. */
  readonly sitemap: (posts: readonly PostHeading[]) => readonly SitemapEntry[];
  /** What is said while the content is on its way. */
  readonly pending: string;
  /** In place of a page that says `pending`. */
  readonly Pending?: ComponentType<Omit<PageProps<View>, 'view'>>;
  /** The default content is shown until the stored one has arrived. */
  readonly standIn: boolean;
  /** The text of its only post comes with its HTML. */
  readonly hasText?: boolean;
  /** The revisions of its only post come with its HTML, and in no other way. */
  readonly hasRevisions?: boolean;
  readonly select: <P extends PostHeading>(
    content: PageContent<P>,
    location: PageLocation,
  ) => View & { readonly posts: readonly P[] };
  /** Of a page that shows one post, which may have come from a list until all has arrived. */
  readonly selectPost?: (post: ShownPost) => View & { readonly posts: readonly PostSummary[] };
  /** Whether there is no such page, which answers 404. */
  readonly isMissing?: (view: PageView) => boolean;
  /** What its share card says beside the owner's name; undefined where it has none. */
  readonly card: (
    view: PageView,
    frame: PageFrame,
    location: PageLocation,
  ) => (Pick<ShareCard, 'title'> & Partial<ShareCard>) | undefined;
  readonly Page: ComponentType<PageProps<View>>;
}

/** A page, whatever it shows. */
export interface SitePage extends Pick<
  PageDefinition<unknown>,
  'path' | 'paged' | 'sitemap' | 'hasText' | 'hasRevisions' | 'isMissing' | 'card'
> {
  readonly select: <P extends PostHeading>(
    content: PageContent<P>,
    location: PageLocation,
  ) => { readonly posts: readonly P[] };
  /** It shows one post, which is asked for by itself. */
  readonly selectPost?: unknown;
  /** Shows what is stored. */
  readonly Component: ComponentType;
}

interface PendingPageProps extends PublicShell {
  /** What is said meanwhile. */
  readonly pending: string;
}

/** Stands for a page whose content is on its way. */
const PendingPage = ({ pending, frame, error, year }: PendingPageProps) => (
  <PublicPage frame={frame} error={error} year={year} busy>
    <title>{pending}</title>
    <h1 className={classNames('page', styles.pending)}>{pending}</h1>
  </PublicPage>
);

export const definePage = <View,>(definition: PageDefinition<View>): SitePage => {
  const { pending, Page, Pending = PendingPage } = definition;
  const Component = () => {
    const { shell, view, location, error } = usePage<View & PageView>(definition);
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
