import { counted, publicationDate, type PostSummary } from 'content-schema';
import { Facts } from './facts.tsx';
import { dayInWords, dayOf } from './text.ts';
import styles from './post.module.css';

const Day = ({ date, className }: Readonly<Record<'date' | 'className', string>>) => (
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
  const published = publicationDate(post);
  const updated = isRevised(post) ? post.updatedAt : undefined;
  const facts = {
    Published: published && <Day date={published} className="dt-published" />,
    Updated: updated && <Day date={updated} className="dt-updated" />,
    'Reading time': post.minutes && counted(post.minutes, 'minute'),
  };
  return <Facts className={styles.meta} facts={facts} />;
};
