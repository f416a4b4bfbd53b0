import type { PostHeading } from './post.ts';

type Dated = Pick<PostHeading, 'createdAt' | 'updatedAt'>;

const sortKey = ({ createdAt, updatedAt }: Dated): number => {
  const time = Date.parse(updatedAt ?? createdAt ?? '');
  return Number.isNaN(time) ? -Infinity : time;
};

/** Negative where `a` comes first; 0 for those that keep their order. */
export const comparePosts = (a: Dated, b: Dated): number => {
  const [one, other] = [sortKey(a), sortKey(b)];
  return one === other ? 0 : other - one;
};

/** Newest first by updatedAt, else createdAt; undated posts last, in their original order. */
export const sortPosts = <P extends Dated>(posts: readonly P[]): P[] =>
  posts
    .map((post) => ({ post, key: sortKey(post) }))
    .sort((a, b) => (a.key === b.key ? 0 : b.key - a.key))
    .map(({ post }) => post);
