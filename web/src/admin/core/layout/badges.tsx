import type { PostHeading } from 'content-schema';
import { dayOf } from '../../../site/text.ts';
import { hiddenNote } from './visibility.ts';
import styles from './badges.module.css';

/** Says why visitors don't see a post. Renders nothing for one that they see. */
export const HiddenBadge = ({ post }: { readonly post: PostHeading }) => {
  const note = hiddenNote(post);
  return note === undefined ? null : <span className={styles.badge}>{note}</span>;
};

/** The day on which a post was written, and that of its last change, by which lists are sorted. */
export const PostDate = ({ post: { createdAt, updatedAt } }: { readonly post: PostHeading }) => (
  <p className="date">
    {createdAt !== undefined && <time dateTime={createdAt}>{dayOf(createdAt)}</time>}
    {updatedAt !== undefined && dayOf(updatedAt) !== dayOf(createdAt ?? '') && (
      <>
        {createdAt !== undefined && ' · '}updated {dayOf(updatedAt)}
      </>
    )}
  </p>
);

export const ProblemBadge = () => <span className={styles.badge}>Problem</span>;
