import { Link } from 'react-router-dom';
import { Metadata } from '../../metadata/metadata.tsx';
import { BLOGS, TAGS, tagPath } from '../../paths.ts';
import type { PageProps } from '../../site/define-page.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { ownerName } from '../../site/text.ts';
import { classNames } from '../../ui/class-names.ts';
import indexStyles from '../../site/post-index.module.css';
import styles from '../../site/tag-pills.module.css';
import type { TagCount } from '../../site/post-lists.ts';

export interface TagsView {
  readonly tags: readonly TagCount[];
}

const Tags = ({ view: { tags, card }, frame }: PageProps<TagsView>) => (
  <>
    <Metadata
      frame={frame}
      title="Tags"
      description={`What ${ownerName(frame)} writes about, by tags.`}
      path={TAGS}
      card={card}
      crumbs={[{ name: 'Tags', path: TAGS }]}
    />
    <PageHead up={{ to: BLOGS, text: 'All blogs' }} heading="Tags" />
    <div className={classNames('page', indexStyles.index)}>
      {tags.length === 0 ? (
        <p className="empty">No posts have tags yet.</p>
      ) : (
        <ul role="list" className={styles.counts}>
          {tags.map(({ tag, count }) => (
            <li key={tag}>
              <Link className="quiet-link" to={tagPath(tag)}>
                <span dir="auto">{tag}</span>{' '}
                <span className="count">
                  {count}
                  <span className="visually-hidden">{count === 1 ? ' post' : ' posts'}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  </>
);

export default Tags;
