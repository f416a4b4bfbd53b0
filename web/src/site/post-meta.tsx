import type { PostSummary } from 'content-schema';
import { classNames } from '../ui/class-names.ts';
import { Day } from './day.tsx';
import { dayOf } from './text.ts';
import styles from './post.module.css';

interface PostMetaProps {
  readonly post: Pick<PostSummary, 'createdAt' | 'updatedAt' | 'minutes'>;
}

/** Whether a post was changed on another day than it was published. */
export const isRevised = ({
  createdAt,
  updatedAt,
}: Pick<PostSummary, 'createdAt' | 'updatedAt'>): boolean =>
  updatedAt !== undefined && (createdAt === undefined || dayOf(updatedAt) !== dayOf(createdAt));

/** Shows when the post was written and how long it takes to read, as far as known. */
export const PostMeta = ({ post }: PostMetaProps) => {
  const { createdAt, updatedAt, minutes } = post;
  const items = [
    { term: 'Published', value: createdAt !== undefined && <Day date={createdAt} /> },
    {
      term: 'Updated',
      value: updatedAt !== undefined && isRevised(post) && <Day date={updatedAt} />,
    },
    {
      term: 'Reading time',
      value: minutes !== undefined && (minutes === 1 ? '1 minute' : `${minutes} minutes`),
    },
  ].filter(({ value }) => value !== false);
  if (items.length === 0) return null;
  return (
    <dl className={classNames('small', styles.meta)}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt className="label">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
