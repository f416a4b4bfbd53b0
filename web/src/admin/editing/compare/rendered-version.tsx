import type { ComponentType } from 'react';
import { lazyPart } from '../../../routing/lazy-part.tsx';
import postStyles from '../../../site/post.module.css';
import { Status } from '../../../ui/messages.tsx';

/** Contains the Markdown renderer, so it is loaded only when a list shows rendered texts. */
export const RenderedText: ComponentType<{ readonly markdown: string }> = lazyPart(
  () => import('../../layout/rendered-text.tsx'),
  <Status message="Rendering…" />,
);

/** The fields of a post at a commit, as the API reads them from its file. */
export interface PostVersion {
  readonly title: string;
  readonly tags: readonly string[];
  readonly hidden: boolean;
  readonly content: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Checks the fields of a post; undefined if they are not a post's. */
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

/** Shows a version of a post as visitors saw it or, if it was hidden, would have seen it. */
export const RenderedVersion = ({ version }: { readonly version: PostVersion }) => {
  const { title, hidden, tags, content } = version;
  const notes = [...(hidden ? ['Hidden'] : []), ...tags];
  return (
    <article className="stack-3">
      <h3 className={postStyles.title} dir="auto">
        {title || 'Untitled'}
      </h3>
      {notes.length > 0 && <p className="note">{notes.join(', ')}</p>}
      <div className={postStyles.body}>
        <RenderedText markdown={content} />
      </div>
    </article>
  );
};
