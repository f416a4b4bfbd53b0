import { Link } from 'react-router-dom';
import { useEditableContent } from '../../data/editable-content.ts';
import { adminPostPath } from '../../paths.ts';
import { HiddenBadge, PostDate } from '../layout/badges.tsx';
import { latestPosts } from '../layout/visibility.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './latest-posts.module.css';

const LATEST_MAX = 3;

/** The post that is published next, and those that changed last. Renders nothing without posts. */
export const LatestPosts = () => {
  const posts = useEditableContent().loaded?.response.posts ?? [];
  if (posts.length === 0) return null;
  return (
    <ul role="list" className={styles.posts} aria-label="Latest posts">
      {latestPosts(posts, LATEST_MAX).map((post) => (
        <li key={post.id} className={styles.post}>
          <div className="facts">
            <Link
              className={classNames('quiet-link', styles.link)}
              to={adminPostPath(post.id)}
              dir="auto"
            >
              {post.title}
            </Link>
            <HiddenBadge post={post} />
          </div>
          <PostDate post={post} />
        </li>
      ))}
    </ul>
  );
};
