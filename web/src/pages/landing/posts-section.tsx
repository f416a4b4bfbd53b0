import type { PostSummary } from 'content-schema';
import styles from '../../ui/ledger.module.css';
import { PostList } from '../../site/post-list.tsx';
import { BLOGS } from '../../paths.ts';
import { Section } from './section.tsx';

interface PostsSectionProps {
  readonly posts: readonly PostSummary[];
}

export const PostsSection = ({ posts }: PostsSectionProps) => (
  <Section id="blogs" title="Blogs" more={{ to: BLOGS, text: 'View all blogs' }}>
    {posts.length === 0 ? (
      <p className={styles.empty}>Blog posts are on the way. Check back soon.</p>
    ) : (
      <PostList posts={posts} heading="h3" />
    )}
  </Section>
);
