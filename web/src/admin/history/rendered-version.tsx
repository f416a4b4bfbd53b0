import type { ComponentType } from 'react';
import { lazyPart } from '../../routing/lazy-part.tsx';
import postStyles from '../../site/post.module.css';
import { Status } from '../../ui/messages.tsx';
import styles from './rendered-version.module.css';

/** With the Markdown pipeline, which lists of changes don't need. */
export const RenderedText: ComponentType<{ readonly markdown: string }> = lazyPart(
  () => import('../editing/rendered-text.tsx'),
  <Status message="Rendering…" />,
);

/** A post as a commit left it, by the fields that the API reads from its file. */
export interface PostVersion {
  readonly title: string;
  readonly tags: readonly string[];
  readonly hidden: boolean;
  readonly content: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Undefined for what are no fields of a post. */
export const readPostVersion = (fields: unknown): PostVersion | undefined => {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { title, tags, hidden, content } = fields as Readonly<Record<string, unknown>>;
  if (!isText(title) || !isText(content)) return undefined;
  return {
    title,
    content,
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
    hidden: hidden === true,
  };
};

/** A version of a post as visitors saw it, or would have. */
export const RenderedVersion = ({ version }: { readonly version: PostVersion }) => (
  <article className={styles.version}>
    <h3 className={styles.title} dir="auto">
      {version.title || 'Untitled'}
    </h3>
    <p className={styles.about}>
      {[...(version.hidden ? ['Hidden'] : []), ...version.tags].join(', ')}
    </p>
    <div className={postStyles.body}>
      <RenderedText markdown={version.content} />
    </div>
  </article>
);
