import { postMessages, type PostHeading } from 'content-schema';
import { ConfirmDialog } from '../layout/confirm-dialog.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './posts.module.css';

interface DeletePostsDialogProps {
  /** The posts to delete; empty closes the dialog. */
  readonly posts: readonly Pick<PostHeading, 'id' | 'title'>[];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** The number of posts to name; the rest is counted. */
const NAMED_MAX = 20;

/** Asks for confirmation before posts are deleted, and names them. */
export const DeletePostsDialog = ({ posts, onConfirm, onCancel }: DeletePostsDialogProps) => {
  const [first] = posts;
  const isOne = posts.length === 1;
  const others = posts.length - NAMED_MAX;
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
        <>
          <p>{postMessages.confirmDelete}</p>
          <p>It leaves the site. The history keeps its last version.</p>
        </>
      ) : (
        <>
          <p>Delete these blog posts? They stay in the history, where each can be brought back.</p>
          <ul className={classNames('note', styles.titles)}>
            {posts.slice(0, NAMED_MAX).map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
            {others > 0 && <li>and {others} more</li>}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
};
