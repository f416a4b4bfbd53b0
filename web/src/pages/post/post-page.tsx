import { usePostText } from '../../data/post-text.ts';
import { BLOGS, HOME, postPath } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { findPost, neighboursOf, visiblePosts, type Neighbours } from '../../site/post-lists.ts';
import { BlogPost } from './blog-post.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { dayInWords, siteName } from '../../site/text.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PublicShell } from '../../data/page-data.ts';
import styles from './post-page.module.css';

const HEADING = 'Blog post not found';

/** In place of a post that visitors can't see. */
export const PostNotFound = (site: PublicShell) => (
  <PublicPage {...site}>
    <title>{`${HEADING} – ${siteName(site.frame)}`}</title>
    <meta name="robots" content="noindex" />
    <div className={classNames('page', styles.missing)}>
      <PageHeading className={styles.missingHeading}>{HEADING}</PageHeading>
      <p>It may have been moved or taken down, or the address may be mistyped.</p>
      <div className={styles.ways}>
        <ButtonLink look="primary" to={HOME}>
          Back to home
        </ButtonLink>
        <ButtonLink to={BLOGS}>All blogs</ButtonLink>
      </div>
    </div>
  </PublicPage>
);

interface PostView {
  readonly neighbours: Neighbours;
}

const PostPage = ({ view, error, ...shell }: PageProps<PostView>) => {
  const [post] = view.posts;
  const text = usePostText(view.html === undefined ? post : undefined);
  if (!post) return <PostNotFound {...shell} error={error} />;
  return (
    <BlogPost
      {...shell}
      error={error ?? text.error}
      post={post}
      neighbours={view.neighbours}
      card={view.card}
      html={view.html ?? text.html}
    />
  );
};

export const postPage = definePage<PostView>({
  path: `${BLOGS}/:postId`,
  paged: false,
  sitemap: (posts) =>
    visiblePosts(posts).map(({ id, createdAt, updatedAt }) => ({
      path: postPath(id),
      changed: updatedAt ?? createdAt,
    })),
  card: ({ posts: [post] }) =>
    post && {
      title: post.title,
      date: post.createdAt === undefined ? '' : dayInWords(post.createdAt),
    },
  pending: 'Loading blog…',
  standIn: false,
  hasText: true,
  select: ({ posts }, { param }) => {
    const post = findPost(posts, param);
    return { posts: post ? [post] : [], neighbours: neighboursOf(posts, post?.id ?? '') };
  },
  isMissing: ({ posts }) => posts.length === 0,
  Page: PostPage,
});
