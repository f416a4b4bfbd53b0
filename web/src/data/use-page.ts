import {
  isPublic,
  LOAD_FAILED,
  matchingPosts,
  type PostPageResponse,
  type PostSummary,
} from 'content-schema';
import { useLocation, type Location } from 'react-router-dom';
import { locationOn, type PageLocation, type PageRoute } from '../routing/page-location.ts';
import { useContentSaved, useDefaultContent, usePublicContent } from './content.ts';
import { useInitialState } from './initial-state.ts';
import type { PageContent, PageView } from './page-data.ts';
import { usePost, usePostText } from './post-text.ts';
import { messageOf } from './request.ts';

/** How a page gets what it shows. */
export interface PageSource<View> extends PageRoute {
  /** Whether to show the default content until the stored content has loaded. */
  readonly standIn?: boolean;
  /** Whether the page shows the text of its only post. */
  readonly hasText?: boolean;
  readonly select: (content: PageContent<PostSummary>, location: PageLocation) => View;
  /** Selects the view of a single post, which comes from a list until the whole one has loaded. */
  readonly selectPost?: (post: PostSummary & Partial<PostPageResponse>) => View;
}

/** The router state that a link to a post may carry, so that the page shows the post at once. */
export interface PostLinkState {
  readonly post: PostSummary;
}

const isHiddenNow = (post: PostSummary): boolean => !isPublic(post, Date.now());

/** Loads the post at the address by itself, unless it came with the page's HTML. */
const useOnePost = <View>(
  { selectPost }: PageSource<View>,
  { param }: PageLocation,
  isEmbedded: boolean,
) => {
  const { state } = useLocation() as Location<Partial<PostLinkState> | null>;
  const isAlone = selectPost !== undefined && !isEmbedded;
  const { data, error } = usePost(isAlone ? param : undefined);
  // With a session the server also sends posts that are not public.
  const isMissing = data ? isHiddenNow(data) : error !== undefined;
  const post = data ?? state?.post;
  return {
    needsContent: !isEmbedded && (!isAlone || isMissing),
    view: post && selectPost?.(post),
    // The server redirects the call to the post that had this id before.
    renamedTo: data && data.id !== param ? data.id : undefined,
  };
};

/**
 * Loads what the public page at the current address shows. The first page's content came with its
 * HTML, so it loads nothing unless content was saved since. If the stored content can't be loaded,
 * the result has the default content and the reason.
 */
export const usePage = <View extends PageView>(source: PageSource<View>) => {
  const location = locationOn(source, useLocation());
  const { page: firstPage } = useInitialState();
  const saved = useContentSaved();
  const isFirst = firstPage?.path === source.path && firstPage.address === location.address;
  const embedded = isFirst && !saved ? (firstPage.view as View) : undefined;

  const one = useOnePost(source, location, embedded !== undefined);
  const { data, error: cause } = usePublicContent(one.needsContent);
  const stored = data?.response;
  const failed = !stored && !embedded && cause !== undefined;
  const defaults = useDefaultContent(failed || (!stored && !firstPage));

  // Without a network the default content can't be loaded either.
  const frame = stored ?? ((failed && defaults) || firstPage?.frame) ?? defaults;
  const content = stored ?? (failed || source.standIn ? defaults : undefined);
  const select = () => {
    if (!content) return undefined;
    // Visitors' clocks may be wrong: only the administrator gets problems, and posts to leave out.
    const isAll = content.problems !== undefined;
    const posts = content.posts
      .filter((post) => !isAll || !isHiddenNow(post))
      .filter(matchingPosts(location.query));
    return source.select({ ...content, posts }, location);
  };
  const selectView = () => {
    // A post's page stays the same when the list changes.
    if (embedded && (!stored || source.selectPost)) return embedded;
    return source.selectPost && !one.needsContent ? one.view : (select() ?? one.view);
  };
  const view = selectView();
  const textless = source.hasText && view?.html === undefined ? view?.posts[0] : undefined;
  const text = usePostText(textless);
  const error = failed ? messageOf(cause, LOAD_FAILED) : text.error;
  return {
    /** Undefined until the site's name and profile are known. */
    frame,
    /** The data that the page shows; undefined while it loads. */
    view: view && (text.html === undefined ? view : { ...view, html: text.html }),
    isLoading: !view || (textless !== undefined && text.html === undefined && error === undefined),
    /** Why the page doesn't show the stored content. */
    error,
    /** The id of the post at an address that it had before. */
    renamedTo: one.renamedTo,
    location,
  };
};
