import {
  LOAD_FAILED,
  matchingPosts,
  type ContentSummaryResponse,
  type PostPageResponse,
  type PostSummary,
} from 'content-schema';
import { useLocation, type Location } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { locationOn, type PageLocation, type PageRoute } from '../routing/page-location.ts';
import { useContentSaved, useDefaultContent, usePublicContent } from './content.ts';
import { useInitialState } from './initial-state.ts';
import { PUBLIC_CONTENT, type LoadedContent } from './loaded-content.ts';
import type { PageContent, PageView, PublicShell } from './page-data.ts';
import { isWhole, usePost } from './post-text.ts';
import { messageOf } from './request.ts';

interface PageSource<View> extends PageRoute {
  /** The default content is shown until the stored one has arrived. */
  readonly standIn: boolean;
  /** What it shows comes with its HTML alone. */
  readonly hasRevisions?: boolean;
  readonly select: (content: PageContent<PostSummary>, location: PageLocation) => View;
  /** Of a page that shows one post: it is asked for by itself, not with all others. */
  readonly selectPost?: (post: ShownPost) => View;
}

/** A post as its page has it: from a list, until all has arrived. */
export type ShownPost = PostSummary & Partial<PostPageResponse>;

/** What a link to a post may bring along, to be shown at once. */
export interface PostLinkState {
  readonly post: PostSummary;
}

/**
 * The post at the address by a call of its own, unless its text is there already. The specification
 * knows no such call, and a server that knows only that renders no pages.
 */
const useOnePost = <View>(
  { selectPost }: PageSource<View>,
  { param }: PageLocation,
  isEmbedded: boolean,
) => {
  const { page } = useInitialState();
  const { state } = useLocation() as Location<Partial<PostLinkState> | null>;
  const content = useSWRConfig().cache.get(PUBLIC_CONTENT)?.data as
    LoadedContent<ContentSummaryResponse> | undefined;
  const isWanted = selectPost !== undefined && page !== undefined && !isEmbedded;
  const isAlone = isWanted && !isWhole(content?.answer.posts[0]);
  const { data, error } = usePost(isAlone ? param : undefined);
  // The administrator gets hidden ones, too.
  const isMissing = data ? data.hidden : error !== undefined;
  const post = data ?? state?.post;
  return {
    needsContent: !isEmbedded && (!isAlone || isMissing),
    view: post && selectPost?.(post),
  };
};

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

  const one = useOnePost(source, location, embedded !== undefined);
  const { data, error: cause } = usePublicContent(one.needsContent);
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
  const view = () => {
    // A post in another place of the list is the same post.
    if (embedded && (!stored || source.selectPost || source.hasRevisions)) return embedded;
    return source.selectPost && !one.needsContent ? one.view : select();
  };
  return {
    shell: frame && { frame, error, year },
    view: view(),
    location,
    error,
  };
};
