import type { PostLink } from 'content-schema';
import { ViewTransition, type ReactNode } from 'react';

interface TitleTransitionProps {
  readonly post: PostLink;
  readonly children: ReactNode;
}

/**
 * Animates the title of a post from a list to the post's page, and back. On the server it renders
 * only its children, because React would add invalid attributes for the transition.
 */
export const TitleTransition = ({ post, children }: TitleTransitionProps) =>
  import.meta.env.SSR ? (
    children
  ) : (
    <ViewTransition name={`post-${post.id}`} default="none" share="auto">
      {children}
    </ViewTransition>
  );
