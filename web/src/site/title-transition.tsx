import type { PostLink } from 'content-schema';
import { ViewTransition, type ReactNode } from 'react';

interface TitleTransitionProps {
  readonly post: PostLink;
  readonly children: ReactNode;
}

/**
 * The title of a post, which moves from a list to the post's page, and back. React marks it on the
 * server by attributes that are none of HTML's, and does without them.
 */
export const TitleTransition = ({ post, children }: TitleTransitionProps) =>
  import.meta.env.SSR ? (
    children
  ) : (
    <ViewTransition name={`post-${post.id}`} default="none" share="auto">
      {children}
    </ViewTransition>
  );
