import { usePostText } from '../../data/post-text.ts';
import { BLOGS, postPath } from '../../paths.ts';
import { definePage, type PageProps } from '../../site/define-page.tsx';
import { findPost, neighboursOf, visiblePosts, type Neighbours } from '../../site/post-lists.ts';
import { BlogPost } from './blog-post.tsx';
import { PostNotFound } from './post-not-found.tsx';

interface PostView {
  readonly neighbours: Neighbours;
}

const PostPage = ({ view, error, ...shell }: PageProps<PostView>) => {
  const [post] = view.posts;
  const text = usePostText(view.text ? undefined : post);
  if (!post) return <PostNotFound {...shell} error={error} />;
  return (
    <BlogPost
      {...shell}
      error={error ?? text.error}
      post={post}
      neighbours={view.neighbours}
      {...(view.text ?? text)}
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
