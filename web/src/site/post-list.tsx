import type { PostSummary } from 'content-schema';
import { Link } from 'react-router-dom';
import styles from '../ui/ledger.module.css';
import { dayOf } from './text.ts';
import { postPath } from '../paths.ts';

interface PostListProps {
  readonly posts: readonly PostSummary[];
  /** The level of the titles: one below the heading that the list stands under. */
  readonly heading: 'h2' | 'h3';
}

interface PostRowProps {
  readonly post: PostSummary;
  readonly heading: PostListProps['heading'];
}

const PostRow = ({ post, heading: Heading }: PostRowProps) => (
  <li className={styles.row}>
    <div className={styles.margin}>
      {post.createdAt !== undefined && (
        <time dateTime={post.createdAt}>{dayOf(post.createdAt)}</time>
      )}
    </div>
    <article className={styles.body}>
      <Heading className={styles.title} dir="auto">
        <Link to={postPath(post.id)}>{post.title}</Link>
      </Heading>
      <p className={styles.text} dir="auto">
        {post.excerpt}
      </p>
    </article>
  </li>
);

/** Posts with their dates in the margin and the beginnings of their texts. */
export const PostList = ({ posts, heading }: PostListProps) => (
  <ol role="list">
    {posts.map((post) => (
      <PostRow key={post.id} post={post} heading={heading} />
    ))}
  </ol>
);
