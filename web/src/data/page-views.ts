import type { ContentSummaryResponse, SiteShell, Post, PostSummary } from 'content-schema';
import { findPost } from '../site/posts/find-post.ts';
import { latestPosts } from '../site/posts/latest-posts.ts';
import { neighboursOf } from '../site/posts/neighbours.ts';
import { postListing } from '../site/posts/post-listing.ts';
import { tagListing } from '../site/posts/tag-listing.ts';
import type { PageName, PageViews, PostText, PostView } from './page-data.ts';
import type { PageLocation } from './page-location.ts';
import { textOf } from './post-text.ts';

type Picks = {
  readonly [Name in PageName]: (
    content: ContentSummaryResponse,
    place: PageLocation,
  ) => PageViews[Name];
};

const NO_TEXT: PostText = { html: undefined, minutes: undefined };

const isWhole = (post: PostSummary): post is PostSummary & Post => 'content' in post;

export const landingView = (
  { experiences, sections }: SiteShell,
  posts: readonly PostSummary[],
): PageViews['landing'] => ({ experiences, contact: sections.contact, posts });

export const experiencesView = ({
  experiences,
  sections,
}: SiteShell): PageViews['experiences'] => ({
  experiences,
  sections,
});

/** Null when no post is at `param`. */
const postView = (posts: readonly PostSummary[], param: string): PostView | null => {
  const post = findPost(posts, param);
  if (!post) return null;
  const text = isWhole(post) ? textOf(post) : NO_TEXT;
  return { post, neighbours: neighboursOf(posts, post.id), ...text };
};

/** What each page shows of content that is all here. */
export const pickView: Picks = {
  landing: (content) => landingView(content, latestPosts(content.posts)),
  blogs: ({ posts }, { page }) => postListing(posts, page),
  tag: ({ posts }, { param, page }) => tagListing(posts, param, page),
  post: ({ posts }, { param }) => postView(posts, param),
  experiences: experiencesView,
};
