import { renderMarkdown } from 'content-schema/markdown';
import { useMemo } from 'react';
import { Pill } from '../../../../components/pill.tsx';
import { PostBody } from '../../../../pages/post/post-body.tsx';
import { formFields, type PostForm } from '../post-form.ts';
import styles from './rendered-post.module.css';
import { withoutFrontMatter } from './without-front-matter.ts';

interface RenderedPostProps {
  readonly form: PostForm;
}

/** A post as visitors will see it: what is stored of it, in the same rendering. */
const RenderedPost = ({ form }: RenderedPostProps) => {
  const { content } = form;
  const html = useMemo(() => renderMarkdown(withoutFrontMatter(content)), [content]);

  const { title, tags } = formFields(form);
  return (
    <article className={styles.post}>
      <h2 className={styles.title} dir="auto">
        {title || 'Untitled'}
      </h2>
      {tags.length > 0 && (
        <ul role="list" className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Pill>{tag}</Pill>
            </li>
          ))}
        </ul>
      )}
      <PostBody html={html} />
    </article>
  );
};

export default RenderedPost;
