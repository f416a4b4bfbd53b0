import {
  PAGE_PREFIX,
  PROJECT_PREFIX,
  isPage,
  isPageId,
  isProjectId,
  linkToPost,
  listDate,
  neighboursOf,
  publicationDate,
  type Neighbours,
} from 'content-schema';
import { BLOGS, HOME, postPath } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { findPost, visiblePosts } from '../../site/post-lists.ts';
import { Navigate } from 'react-router-dom';
import { BlogPost } from './blog-post.tsx';
import { dayInWords } from '../../site/text.ts';
import { lazyPage } from '../../routing/lazy-page.tsx';
import type { PageView } from '../../data/page-data.ts';
import type { MissingPostProps } from './missing-post.tsx';

/** The number of posts to suggest instead of a missing one. */
const LATEST_MAX = 5;

const MissingPost = lazyPage<MissingPostProps>(() => import('./missing-post.tsx'));

interface PostView extends Pick<MissingPostProps, 'latest'>, Pick<PageView, 'correctionUrl'> {
  readonly neighbours: Neighbours;
}

const PostPage = ({ view, frame, error, location }: PageProps<PostView>) => {
  const [post] = view.posts;
  const isProject = isProjectId(location.param);
  if (!post && !isProject && isPageId(location.param)) return <Navigate to={HOME} replace />;
  if (!post) return <MissingPost frame={frame} {...view} isProject={isProject} />;
  return <BlogPost frame={frame} post={post} view={view} isFailed={error !== undefined} />;
};

const definition: Omit<Parameters<typeof definePage<PostView>>[0], 'path'> = {
  sitemap: (posts) =>
    visiblePosts(posts).map((post) => ({ path: postPath(post.id), changed: listDate(post) })),
  card: ({ posts: [post] }) => {
    if (!import.meta.env.SSR) return undefined;
    const date = post && !isPage(post) ? publicationDate(post) : undefined;
    const day = date === undefined ? '' : dayInWords(date);
    return post && { title: post.title, date: post.project?.year ?? day };
  },
  pending: 'Loading blog…',
  hasText: true,
  select: ({ posts, site }, { param }) => {
    const post = findPost(posts, param);
    return {
      posts: post ? [post] : [],
      neighbours: isPageId(param)
        ? {}
        : neighboursOf(visiblePosts(posts), post?.id ?? '', site.lang),
      latest:
        post || isPageId(param) ? [] : visiblePosts(posts).slice(0, LATEST_MAX).map(linkToPost),
    };
  },
  selectPost: (post) => ({
    posts: [post],
    neighbours: post.neighbours ?? {},
    latest: [],
    correctionUrl: post.correctionUrl,
  }),
  isMissing: ({ posts }) => posts.length === 0,
  Page: PostPage,
};

export const postPage = definePage({ path: `${BLOGS}/:postId`, ...definition });

/** The sitemap has them with the pages that the owner writes. */
export const projectPage = definePage({
  path: '/projects/:projectId',
  prefix: PROJECT_PREFIX,
  ...definition,
  sitemap: () => [],
  pending: 'Loading…',
});

/** The pages that the owner writes. */
export const pagePage = definePage({
  path: '/:pageId',
  prefix: PAGE_PREFIX,
  ...definition,
  pending: 'Loading…',
});
