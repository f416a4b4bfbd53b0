import { readingMinutes } from 'content-schema/reading-time';
import { renderedBody } from 'content-schema/rendered-body';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Pill } from '../../../ui/pill.tsx';
import postStyles from '../../../site/post.module.css';
import { PostMeta } from '../../../site/post-meta.tsx';
import RenderedText from '../../layout/rendered-text.tsx';
import { formFields, type PostForm } from '../../editing/edit/post-form.ts';
import styles from './rendered-post.module.css';

export interface RenderedPostProps {
  readonly form: PostForm;
  /** The addresses of photos that are not stored yet, by id. */
  readonly localImages: ReadonlyMap<string, string>;
}

/** Renders a post with the components and styles of the public page. */
const RenderedPost = ({ form, localImages }: RenderedPostProps) => {
  const [now] = useState(() => new Date().toISOString());
  const { title, tags } = formFields(form);
  return (
    <article className={classNames('stack-5', styles.post)}>
      <h2 className={postStyles.title} dir="auto">
        {title || 'Untitled'}
      </h2>
      {tags.length > 0 && (
        <ul role="list" className="cluster-2" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Pill>{tag}</Pill>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.facts}>
        <PostMeta
          post={{
            createdAt: form.publishDate || form.createdAt || now,
            updatedAt: now,
            minutes: readingMinutes(renderedBody(form.content)),
          }}
        />
      </div>
      <div>
        <div className={postStyles.body}>
          <RenderedText markdown={form.content} localImages={localImages} />
        </div>
      </div>
    </article>
  );
};

export default RenderedPost;
