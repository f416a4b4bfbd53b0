import { LOAD_FAILED, matchingPosts, type PostSummary } from 'content-schema';
import { useLocation } from 'react-router-dom';
import { locationOn, type PageLocation, type PageRoute } from '../routing/page-location.ts';
import { useContentSaved, useDefaultContent, usePublicContent } from './content.ts';
import { useInitialState } from './initial-state.ts';
import type { PageContent, PageView, PublicShell } from './page-data.ts';
import { messageOf } from './request.ts';

interface PageSource<View> extends PageRoute {
  /** The default content is shown until the stored one has arrived. */
  readonly standIn: boolean;
  readonly select: (content: PageContent<PostSummary>, location: PageLocation) => View;
}

interface PageState<View> {
  /** Undefined until anything at all is known of the site. */
  readonly shell: PublicShell | undefined;
  /** What the page shows; undefined while it is on its way. */
  readonly view: View | undefined;
  readonly location: PageLocation;
  /** Why the stored content is not there. */
  readonly error: string | undefined;
}

/**
 * What the public page at the present address shows. The page that was asked for first has come
 * with its HTML, and loads nothing unless content was saved since. Where the stored content can't
 * be loaded, the default content is shown with the reason.
 */
export const usePage = <View extends PageView>(source: PageSource<View>): PageState<View> => {
  const location = locationOn(source, useLocation());
  const { year, page: firstPage } = useInitialState();
  const saved = useContentSaved();
  const isFirst = firstPage?.path === source.path && firstPage.address === location.address;
  const embedded = isFirst && !saved ? (firstPage.view as View) : undefined;

  const { data, error: cause } = usePublicContent(embedded === undefined);
  const stored = data?.answer;
  const failed = !stored && !embedded && cause !== undefined;
  const defaults = useDefaultContent(failed || (!stored && !firstPage));

  const error = failed ? messageOf(cause, LOAD_FAILED) : undefined;
  const frame = stored ?? (failed ? defaults : firstPage?.frame) ?? defaults;
  const content = stored ?? (failed || source.standIn ? defaults : undefined);
  const select = () => {
    if (!content) return undefined;
    const posts = content.posts.filter(matchingPosts(location.query));
    return source.select({ ...content, posts }, location);
  };
  return {
    shell: frame && { frame, error, year },
    view: embedded && !stored ? embedded : select(),
    location,
    error,
  };
};
