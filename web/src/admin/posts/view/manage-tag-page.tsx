import { hasTag, postPath, sortPosts, type PostHeading } from 'content-schema';
import { useId } from 'react';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button.tsx';
import { dayOf } from '../../../site/text.ts';
import { ContentPending, AdminPage } from '../../layout/admin-page.tsx';
import { useFileProblems } from '../../editing/edit/file-problems.tsx';
import { HiddenBadge, ProblemBadge } from '../../layout/badges.tsx';
import { POSTS, adminPostPath } from '../../../paths.ts';
import { usePosts } from '../../../data/posts.ts';
import { classNames } from '../../../ui/class-names.ts';
import styles from './manage-tag-page.module.css';

const TaggedPost = ({ post }: { readonly post: PostHeading }) => {
  const titleId = useId();
  const { id, title, createdAt } = post;
  const hasProblem = useFileProblems(postPath(id)).length > 0;
  return (
    <li className={styles.row}>
      <div>
        <h2 id={titleId} className={classNames('line large', styles.title)} dir="auto">
          {title}
          <HiddenBadge post={post} />
          {hasProblem && <ProblemBadge />}
        </h2>
        {createdAt !== undefined && (
          <time className="date" dateTime={createdAt}>
            {dayOf(createdAt)}
          </time>
        )}
      </div>
      <ButtonLink to={adminPostPath(id)} aria-describedby={titleId}>
        View post
      </ButtonLink>
    </li>
  );
};

/** `/admin/blogs/tags/{tagSlug}`: all posts with the tag, including hidden ones */
const TagPage = () => {
  const { tagSlug = '' } = useParams();
  const { stored, error, reload } = usePosts();
  const tagged = sortPosts(stored?.response.filter((post) => hasTag(post, tagSlug)) ?? []);
  return (
    <AdminPage title={`Posts tagged “${tagSlug}”`} back={{ to: POSTS, text: 'Back to blogs' }}>
      {!stored && <ContentPending error={error} retry={reload} />}
      {stored && tagged.length === 0 && (
        <p className="empty">No posts currently use the tag “{tagSlug}”.</p>
      )}
      <ul role="list">
        {tagged.map((post) => (
          <TaggedPost key={post.id} post={post} />
        ))}
      </ul>
    </AdminPage>
  );
};

export default TagPage;
