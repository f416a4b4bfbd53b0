import type { PostHeading } from 'content-schema';
import { visiblePosts } from './visible-posts.ts';

/** What a link to a post says. */
type PostLink = Pick<PostHeading, 'id' | 'title'>;

export interface Neighbours {
  /** The post before it in time, which lists show below it. */
  readonly previous?: PostLink;
  readonly next?: PostLink;
}

const linkTo = ({ id, title }: PostHeading): PostLink => ({ id, title });

/** The visible posts just before and after the one with the id; none where there is no such post. */
export const neighboursOf = (posts: readonly PostHeading[], id: string): Neighbours => {
  const visible = visiblePosts(posts);
  const position = visible.findIndex((post) => post.id === id);
  if (position === -1) return {};
  const previous = visible[position + 1];
  const next = visible[position - 1];
  return {
    ...(previous && { previous: linkTo(previous) }),
    ...(next && { next: linkTo(next) }),
  };
};
