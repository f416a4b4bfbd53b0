import { publicationDate, type PostRevision, type RevisionChange } from 'content-schema';
import { Link } from 'react-router-dom';
import { postPath } from '../../paths.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { Day } from '../../site/day.tsx';
import type { PageProps } from '../../site/define-page.tsx';
import { counted, siteName } from '../../site/text.ts';
import { BackLinks } from '../../site/back-links.tsx';
import { classNames } from '../../ui/class-names.ts';
import postStyles from '../../site/post.module.css';
import MissingPost from './missing-post.tsx';
import styles from './revisions.module.css';

const HEADING = 'Revisions';

const textChange = (added: number, removed: number): string => {
  const parts = [
    added > 0 && `${counted(added, 'word')} added`,
    removed > 0 && `${counted(removed, 'word')} removed`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? 'Text in another order' : `Text: ${parts.join(', ')}`;
};

const Tags = ({ tags, verb }: { readonly tags: readonly string[]; readonly verb: string }) =>
  tags.length > 0 && (
    <>
      {' '}
      {verb} <span dir="auto">{tags.join(', ')}</span>
    </>
  );

const Change = ({ change }: { readonly change: RevisionChange }) => {
  switch (change.kind) {
    case 'title':
      return (
        <>
          Title: <del dir="auto">{change.before}</del> → <ins dir="auto">{change.after}</ins>
        </>
      );
    case 'text':
      return textChange(change.added, change.removed);
    case 'tags':
      return (
        <>
          Tags:
          <Tags tags={change.added} verb="added" />
          {change.added.length > 0 && change.removed.length > 0 && ';'}
          <Tags tags={change.removed} verb="removed" />
        </>
      );
  }
};

const Revision = ({ revision: { date, changes } }: { readonly revision: PostRevision }) => (
  <li>
    <h2>
      <Day date={date} />
    </h2>
    <ul role="list" className={classNames('stack-1 muted', styles.changes)}>
      {changes.map((change) => (
        <li key={change.kind}>
          <Change change={change} />
        </li>
      ))}
    </ul>
  </li>
);

const Revisions = ({ view, frame }: PageProps<object>) => {
  const { posts, revisions } = view;
  const [post] = posts;
  if (!post) return <MissingPost frame={frame} latest={[]} />;
  const published = publicationDate(post);
  return (
    <>
      <title>{`${HEADING}: ${post.title} – ${siteName(frame)}`}</title>
      <meta name="robots" content="noindex" />
      <header className={classNames('page stack-5', styles.head)}>
        <BackLinks up={{ to: postPath(post.id), text: 'The post' }} />
        <PageHeading className={postStyles.title}>{HEADING}</PageHeading>
        <p>
          <Link to={postPath(post.id)} dir="auto">
            {post.title}
          </Link>
        </p>
        {revisions && (
          <p className="note">
            {published !== undefined && (
              <>
                Published <Day date={published} />,{' '}
              </>
            )}
            {revisions.length === 0
              ? 'not revised since'
              : `revised ${revisions.length === 1 ? 'once' : `${revisions.length} times`}`}
          </p>
        )}
      </header>
      {revisions ? (
        <ol role="list" reversed className={classNames('page stack-6', styles.list)}>
          {revisions.toReversed().map((revision) => (
            <Revision key={revision.date} revision={revision} />
          ))}
        </ol>
      ) : (
        <p className={classNames('page stack-6', styles.list)} role="status">
          The revisions can’t be shown at the moment.{' '}
          <Link to="" reloadDocument>
            Try again
          </Link>
        </p>
      )}
    </>
  );
};

export default Revisions;
