import type { PostSummary } from 'content-schema';
import styles from '../../ui/ledger.module.css';
import { PostList } from '../../site/post-list.tsx';
import { latestPosts } from '../../site/posts/latest-posts.ts';
import { Section } from './section.tsx';

interface PostsSectionProps {
  readonly posts: readonly PostSummary[];
}

export const PostsSection = ({ posts }: PostsSectionProps) => {
  const latest = latestPosts(posts);
  return (
    <Section id="blogs" title="Blogs" more={{ to: '/blogs', text: 'View all blogs' }}>
      {latest.length === 0 ? (
        <p className={styles.empty}>Blog posts are on the way. Check back soon.</p>
      ) : (
        <PostList posts={latest} heading="h3" />
      )}
    </Section>
  );
};
