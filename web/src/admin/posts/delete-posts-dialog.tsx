import { postMessages, type Post } from 'content-schema';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';
import styles from './posts.module.css';

interface DeletePostsDialogProps {
  /** None while nothing is asked. */
  readonly posts: readonly Pick<Post, 'id' | 'title'>[];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before posts are deleted, and names them. */
export const DeletePostsDialog = ({ posts, onConfirm, onCancel }: DeletePostsDialogProps) => {
  const [first] = posts;
  const isOne = posts.length === 1;
  return (
    <ConfirmDialog
      open={posts.length > 0}
      title={isOne ? `Delete “${first?.title ?? ''}”` : `Delete ${posts.length} posts`}
      confirm={isOne ? 'Delete post' : 'Delete posts'}
      dangerous
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {isOne ? (
        <p>{postMessages.confirmDelete}</p>
      ) : (
        <>
          <p>Delete these blog posts? This action cannot be undone.</p>
          <ul className={styles.titles}>
            {posts.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
};
