import type { PostLink } from 'content-schema';
import { Link } from 'react-router-dom';
import type { PageFrame } from '../../data/page-data.ts';
import { BLOGS, HOME, TAGS, postPath } from '../../paths.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { SearchForm } from '../../site/search/search-form.tsx';
import { siteName } from '../../site/text.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './post-page.module.css';

const MISSING = 'It may have been moved or taken down, or the address may be mistyped.';

export interface MissingPostProps {
  readonly frame: PageFrame;
  readonly latest: readonly PostLink[];
  readonly isDeleted?: boolean | undefined;
  readonly isProject?: boolean;
}

/** Shown for a post or project that visitors don't see: says so, and suggests posts. */
const MissingPost = ({ frame, latest, isDeleted, isProject }: MissingPostProps) => {
  const missing = `${isProject ? 'Project' : 'Blog post'} not found`;
  const heading = isDeleted ? 'This post was deleted' : missing;
  return (
    <>
      <title>{`${heading} – ${siteName(frame)}`}</title>
      <meta name="robots" content="noindex" />
      <div className={classNames('page stack-5', styles.missing)}>
        <PageHeading className={classNames('largest', styles.missingHeading)}>
          {heading}
        </PageHeading>
        <p className="muted">{isDeleted ? 'It is no longer on this site.' : MISSING}</p>
        <div className={classNames('cluster-3', styles.ways)}>
          <ButtonLink variant="primary" to={HOME}>
            Back to home
          </ButtonLink>
          <ButtonLink to={BLOGS}>All blogs</ButtonLink>
        </div>
        <SearchForm />
        {latest.length > 0 && (
          <>
            <h2 className={classNames('note', styles.latest)}>Latest posts</h2>
            <ul role="list">
              {latest.map(({ id, title }) => (
                <li key={id} dir="auto">
                  <Link className="quiet-link" to={postPath(id)}>
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
            <Link to={TAGS}>All tags</Link>
          </>
        )}
      </div>
    </>
  );
};

export default MissingPost;
