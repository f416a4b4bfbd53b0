import { postFields, readValue } from 'content-schema';
import type { ValueOf } from 'content-schema/fields';
import { isPlainObject } from 'content-schema/merge';
import type { ComponentType } from 'react';
import { lazyPart } from '../../../../routing/lazy-part.tsx';
import postStyles from '../../../../site/post.module.css';
import { Status } from '../../../../ui/messages.tsx';
import type { RenderedTextProps } from '../../layout/rendered-text.tsx';

export const RenderedText: ComponentType<RenderedTextProps> = lazyPart(
  () => import('../../layout/rendered-text.tsx'),
  <Status message="Rendering…" />,
);

type PostVersion = ValueOf<typeof postFields>;

/** Reads the fields of a post at a commit; undefined without any. */
export const readPostVersion = (fields: unknown): PostVersion | undefined =>
  isPlainObject(fields) ? readValue(postFields, fields) : undefined;

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
