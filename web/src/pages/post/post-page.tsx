import {
  PAGE_PREFIX,
  isPage,
  isPageId,
  linkToPost,
  listDate,
  neighboursOf,
  publicationDate,
  type Neighbours,
  type PostLink,
} from 'content-schema';
import { usePostText } from '../../data/post-text.ts';
import { BLOGS, HOME, TAGS, postPath } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { findPost, visiblePosts } from '../../site/post-lists.ts';
import { SearchForm } from '../../site/search/search-form.tsx';
import { Link, Navigate } from 'react-router-dom';
import { BlogPost } from './blog-post.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { dayInWords, siteName } from '../../site/text.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PageView, PublicShell } from '../../data/page-data.ts';
import styles from './post-page.module.css';

/** The number of posts to suggest instead of a missing one. */
const LATEST_MAX = 5;

const MISSING = {
  heading: 'Blog post not found',
  text: 'It may have been moved or taken down, or the address may be mistyped.',
};
const DELETED = {
  heading: 'This post was deleted',
  text: 'It is no longer on this site.',
};

interface PostNotFoundProps extends PublicShell {
  readonly latest: readonly PostLink[];
  readonly isDeleted?: boolean | undefined;
}

/** Shown for a post that doesn't exist or is hidden: says so, and suggests other posts. */
export const PostNotFound = ({ latest, isDeleted, ...site }: PostNotFoundProps) => {
  const { heading, text } = isDeleted ? DELETED : MISSING;
  return (
    <PublicPage {...site}>
      <title>{`${heading} – ${siteName(site.frame)}`}</title>
      <meta name="robots" content="noindex" />
      <div className={classNames('page stack-5', styles.missing)}>
        <PageHeading className={classNames('largest', styles.missingHeading)}>
          {heading}
        </PageHeading>
        <p className="muted">{text}</p>
        <div className={classNames('cluster-3', styles.ways)}>
          <ButtonLink variant="primary" to={HOME}>
            Back to home
          </ButtonLink>
          <ButtonLink to={BLOGS}>All blogs</ButtonLink>
        </div>
        <SearchForm />
        {latest.length > 0 && (
          <>
            <h2 className={classNames('note', styles.latest)}>Latest posts</h2>
            <ul role="list">
              {latest.map(({ id, title }) => (
                <li key={id} dir="auto">
                  <Link className="quiet-link" to={postPath(id)}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
            <Link to={TAGS}>All tags</Link>
          </>
        )}
      </div>
    </PublicPage>
  );
};

interface PostView extends Pick<PostNotFoundProps, 'latest'>, Pick<PageView, 'correctionUrl'> {
  readonly neighbours: Neighbours;
}

const PostPage = ({ view, error, location, ...shell }: PageProps<PostView>) => {
  const [post] = view.posts;
  const text = usePostText(view.html === undefined ? post : undefined);
  if (!post && isPageId(location.param)) return <Navigate to={HOME} replace />;
  if (!post) {
    return (
      <PostNotFound {...shell} error={error} latest={view.latest} isDeleted={view.isDeleted} />
    );
  }
  return (
    <BlogPost
      {...shell}
      error={error ?? text.error}
      post={post}
      neighbours={view.neighbours}
      card={view.card}
      html={view.html ?? text.html}
      correctionUrl={view.correctionUrl}
    />
  );
};

const definition: Omit<Parameters<typeof definePage<PostView>>[0], 'path'> = {
  sitemap: (posts) =>
    visiblePosts(posts).map((post) => ({ path: postPath(post.id), changed: listDate(post) })),
  card: ({ posts: [post] }) => {
    const date = post && !isPage(post) ? publicationDate(post) : undefined;
    return post && { title: post.title, date: date === undefined ? '' : dayInWords(date) };
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
      latest: post ? [] : visiblePosts(posts).slice(0, LATEST_MAX).map(linkToPost),
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

/** The pages that the owner writes. */
export const pagePage = definePage({
  path: '/:pageId',
  prefix: PAGE_PREFIX,
  ...definition,
  pending: 'Loading…',
});
