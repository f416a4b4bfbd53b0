import { LANDING_POSTS_MAX, sortPosts, type PostSummary } from 'content-schema';
import { Link } from 'react-router-dom';
import styles from './ledger.module.css';
import { Section } from './section.tsx';

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;

const PostRow = ({ post }: { readonly post: PostSummary }) => (
  <li className={styles.row}>
    <div className={styles.margin}>
      {post.createdAt !== undefined && (
        <time dateTime={post.createdAt}>{post.createdAt.slice(0, LENGTH_OF_DAY)}</time>
      )}
    </div>
    <article className={styles.body}>
      <h3 className={styles.title}>
        <Link to={`/blogs/${encodeURIComponent(post.id)}`}>{post.title}</Link>
      </h3>
      <p className={styles.text}>{post.excerpt}</p>
    </article>
  </li>
);

interface PostsSectionProps {
  readonly posts: readonly PostSummary[];
}

export const PostsSection = ({ posts }: PostsSectionProps) => {
  const latest = sortPosts(posts.filter(({ hidden }) => !hidden)).slice(0, LANDING_POSTS_MAX);
  return (
    <Section id="blogs" title="Blogs" more={{ to: '/blogs', text: 'View all blogs' }}>
      {latest.length === 0 ? (
        <p className={styles.empty}>Blog posts are on the way. Check back soon.</p>
      ) : (
        <ol role="list">
          {latest.map((post) => (
            <PostRow key={post.id} post={post} />
          ))}
        </ol>
      )}
    </Section>
  );
};
