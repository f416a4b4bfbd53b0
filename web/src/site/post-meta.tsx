import { counted, publicationDate, type PostSummary } from 'content-schema';
import { classNames } from '../ui/class-names.ts';
import { dayInWords, dayOf } from './text.ts';
import styles from './post.module.css';

const Day = ({ date, className }: { readonly date: string; readonly className?: string }) => (
  <time className={className} dateTime={date}>
    {dayInWords(date)}
  </time>
);

type PostFacts = Pick<PostSummary, 'createdAt' | 'updatedAt' | 'publishDate' | 'minutes'>;

/** Whether a post was changed on another day than it was published, and not before a plan. */
const isRevised = ({ createdAt, updatedAt, publishDate }: PostFacts): boolean => {
  if (updatedAt === undefined) return false;
  if (publishDate !== undefined) return dayOf(updatedAt) > dayOf(publishDate);
  return createdAt === undefined || dayOf(updatedAt) !== dayOf(createdAt);
};

/** Shows when the post was written and how long it takes to read, as far as known. */
export const PostMeta = ({ post }: { readonly post: PostFacts }) => {
  const { updatedAt, minutes } = post;
  const published = publicationDate(post);
  const items = [
    {
      term: 'Published',
      value: published !== undefined && <Day date={published} className="dt-published" />,
    },
    {
      term: 'Updated',
      value: updatedAt !== undefined && isRevised(post) && (
        <Day date={updatedAt} className="dt-updated" />
      ),
    },
    {
      term: 'Reading time',
      value: minutes !== undefined && counted(minutes, 'minute'),
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
