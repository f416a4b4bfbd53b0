import type { Upload } from 'content-schema';
import { Problem } from '../../ui/problem.tsx';
import { Status } from '../../ui/status.tsx';
import { usePosts } from '../../data/posts.ts';
import { postsUsing } from './posts-using.ts';
import styles from './photo-usage.module.css';

/** Warns of the posts that will lack a photo when it is deleted. */
export const PhotoUsage = ({ photo }: { readonly photo: Upload }) => {
  const { stored, error } = usePosts();
  if (error !== undefined) return <Problem>{error}</Problem>;
  if (!stored) return <Status message="Looking for posts that use it…" />;
  const posts = postsUsing(photo, stored.answer);
  if (posts.length === 0) return <p>No post uses it.</p>;
  return (
    <div className={styles.warning}>
      <p>{posts.length === 1 ? 'This post uses it' : 'These posts use it'} and will lack it:</p>
      <ul>
        {posts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </div>
  );
};
