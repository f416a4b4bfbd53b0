import type { PostHeading } from 'content-schema';
import { dayOf } from '../../../site/text.ts';
import { hiddenNote } from './visibility.ts';
import styles from './badges.module.css';

/** Says why visitors don't see a post. Renders nothing for one that they see. */
export const HiddenBadge = ({ post }: { readonly post: PostHeading }) => {
  const note = hiddenNote(post);
  return note === undefined ? null : <span className={styles.badge}>{note}</span>;
};

export const PostDate = ({ post: { createdAt } }: { readonly post: PostHeading }) =>
  createdAt !== undefined && (
    <time className="date" dateTime={createdAt}>
      {dayOf(createdAt)}
    </time>
  );

export const ProblemBadge = () => <span className={styles.badge}>Problem</span>;
