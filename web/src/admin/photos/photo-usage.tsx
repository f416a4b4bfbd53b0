import type { Upload, Post } from 'content-schema';
import { Problem, Status } from '../../ui/messages.tsx';
import { usePosts } from '../../data/posts.ts';
import styles from './photo-table.module.css';

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The posts whose texts show the photo, by either of its addresses. */
export const postsUsing = <P extends Pick<Post, 'content'>>(
  photo: Pick<Upload, 'id' | 'filename'>,
  posts: readonly P[],
): P[] => {
  const names = [`photos/${photo.id}`, `uploads/${photo.filename}`];
  const addresses = names.flatMap((name) => [name, encodeURI(name)]).map(escaped);
  // The id of one photo may begin with that of another that was added by hand.
  const address = new RegExp(`/(?:${addresses.join('|')})(?![\\w.-]*\\w)`);
  return posts.filter(({ content }) => address.test(content));
};

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
