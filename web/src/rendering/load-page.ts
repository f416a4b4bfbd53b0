import type { PostHeading, PublicContent } from 'content-schema';
import type { Paged } from '../ui/pagination/paging.ts';
import type { PageData, PageName, PageViews } from '../data/page-data.ts';
import type { PageLocation } from '../data/page-location.ts';
import { experiencesView, landingView } from '../data/page-views.ts';
import { textOf } from '../data/post-text.ts';
import { findPost } from '../site/posts/find-post.ts';
import { latestPosts } from '../site/posts/latest-posts.ts';
import { neighboursOf } from '../site/posts/neighbours.ts';
import { postListing } from '../site/posts/post-listing.ts';
import { tagListing } from '../site/posts/tag-listing.ts';

type Loaders = {
  readonly [Name in PageName]: (
    content: PublicContent,
    place: PageLocation,
  ) => Promise<PageViews[Name]>;
};

const summarized = async <List extends Paged<PostHeading>>(content: PublicContent, list: List) => ({
  ...list,
  items: await content.summarize(list.items),
});

const LOADERS: Loaders = {
  landing: async (content) =>
    landingView(content, await content.summarize(latestPosts(content.posts))),
  blogs: (content, { page }) => summarized(content, postListing(content.posts, page)),
  tag: (content, { param, page }) => summarized(content, tagListing(content.posts, param, page)),
  post: async (content, { param }) => {
    const found = findPost(content.posts, param);
    const [post] = await content.summarize(found ? [found] : []);
    if (!post) return null;
    const neighbours = neighboursOf(content.posts, post.id);
    return { post, neighbours, ...textOf(await content.post(post.id)) };
  },
  experiences: (content) => Promise.resolve(experiencesView(content)),
};

/** All that a page shows, and nothing else of the content. */
export const loadPage = async (content: PublicContent, place: PageLocation): Promise<PageData> => {
  const { name, address } = place;
  const { site, profile } = content;
  return { name, address, frame: { site, profile }, view: await LOADERS[name](content, place) };
};
