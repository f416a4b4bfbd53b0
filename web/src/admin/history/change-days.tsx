import type { CommitSummary } from 'content-schema';
import { Eye } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { adminPostPath } from '../../paths.ts';
import { commitPath, sitePath } from '../../admin-paths.ts';
import { SHORT_SHA, subjectText, timeOfChange } from '../editing/changes/change-names.ts';
import type { PublishedPost } from '../layout/visibility.ts';
import { CodeLink } from '../layout/code-link.tsx';
import { daysOf, type Entry, type NameAuthor } from './batches.ts';
import { classNames } from '../../ui/class-names.ts';
import iconStyles from '../layout/icon-button.module.css';
import styles from './change-days.module.css';
import { useAuthorName } from './author-name.ts';

interface ChangeProps {
  readonly commit: CommitSummary;
  readonly author: string;
}

const Change = ({ commit, author }: ChangeProps) => {
  const subjectId = useId();
  return (
    <div className={styles.change}>
      <time className="count" dateTime={commit.date}>
        {timeOfChange(commit.date)}
      </time>
      <div>
        <Link
          id={subjectId}
          className={classNames('quiet-link', styles.subject)}
          to={commitPath(commit.sha)}
          dir="auto"
        >
          {subjectText(commit.subject)}
        </Link>
        <p className={classNames('hint line', styles.author)}>
          {author}
          {commit.url !== undefined && (
            <CodeLink url={commit.url}>{commit.sha.slice(0, SHORT_SHA)}</CodeLink>
          )}
        </p>
      </div>
      <Link
        className={classNames('bare', iconStyles.button)}
        to={sitePath(commit.sha)}
        aria-label="The site at that time"
        aria-describedby={subjectId}
        title="The site at that time"
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
    </div>
  );
};

/** A planned post that became public: computed, since no commit says so. */
const Publication = ({ date, post: { id, title } }: PublishedPost) => (
  <div className={styles.change}>
    <time className="count" dateTime={date}>
      {timeOfChange(date)}
    </time>
    <Link className={classNames('quiet-link', styles.subject)} to={adminPostPath(id)} dir="auto">
      “{title}” became public
    </Link>
  </div>
);

const Line = ({ entry, authorName }: { readonly entry: Entry; readonly authorName: NameAuthor }) =>
  'post' in entry ? (
    <Publication {...entry} />
  ) : (
    <Change commit={entry} author={authorName(entry)} />
  );

const keyOf = (entry: Entry): string => ('post' in entry ? entry.post.id : entry.sha);

interface ChangeDaysProps {
  readonly commits: readonly CommitSummary[];
  /** The planned posts that became public meanwhile, newest first. */
  readonly published?: readonly PublishedPost[];
}

/** Lists changes by day. Consecutive changes of one kind share a line. */
export const ChangeDays = ({ commits, published }: ChangeDaysProps) => {
  const authorName = useAuthorName();
  return daysOf(commits, authorName, published).map((day, index) => (
    <section key={index} className={classNames('ruled stack-3', styles.day)}>
      <h2 className="large">{day.name}</h2>
      <ul role="list">
        {day.batches.map(({ name, entries: [first, ...others] }) => (
          <li key={keyOf(first)}>
            {others.length === 0 || 'post' in first ? (
              <Line entry={first} authorName={authorName} />
            ) : (
              <details>
                <summary className={styles.change}>
                  <span className="count">{timeOfChange(first.date)}</span>
                  <span>
                    <span className={classNames('quiet-link', styles.subject)} dir="auto">
                      {subjectText(name)}
                    </span>
                    <span className="hint line">{authorName(first)}</span>
                  </span>
                </summary>
                {[first, ...others].map((entry) => (
                  <Line key={keyOf(entry)} entry={entry} authorName={authorName} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
};
