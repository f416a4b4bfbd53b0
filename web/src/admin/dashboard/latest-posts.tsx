import { withoutPages } from 'content-schema';
import { Link } from 'react-router-dom';
import { useEditableContent } from '../../data/editable-content.ts';
import { adminPostPath } from '../../paths.ts';
import { HiddenBadge, PostDate } from '../layout/badges.tsx';
import { latestPosts } from '../layout/visibility.ts';

const LATEST_MAX = 3;

/** The post that is published next, and those that changed last. Renders nothing without posts. */
export const LatestPosts = () => {
  const posts = withoutPages(useEditableContent().loaded?.response.posts ?? []);
  if (posts.length === 0) return null;
  return (
    <ul role="list" className="stack-3" aria-label="Latest posts">
      {latestPosts(posts, LATEST_MAX).map((post) => (
        <li key={post.id} className="apart divided">
          <div className="facts">
            <Link className="quiet-link title large" to={adminPostPath(post.id)} dir="auto">
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
