import type { CommitSummary } from 'content-schema';
import { Eye } from 'lucide-react';
import { Link } from 'react-router-dom';
import { sitePath } from './paths.ts';
import { SHORT_SHA, timeOfChange } from '../../core/editing/changes/change-names.ts';
import type { PublishedPost } from './published-posts.ts';
import { CodeLink } from '../../core/layout/code-link.tsx';
import { daysOf, type Entry } from './batches.ts';
import { classNames } from '../../../ui/class-names.ts';
import iconStyles from '../../core/layout/icon-button.module.css';
import styles from './change-days.module.css';
import { useAuthorName } from './author-name.ts';

const Line = ({ id, date, text, to, author, commit }: Entry) => (
  <div className={styles.change}>
    <time className="count" dateTime={date}>
      {timeOfChange(date)}
    </time>
    <div>
      <Link id={id} className={classNames('quiet-link', styles.subject)} to={to} dir="auto">
        {text}
      </Link>
      {commit && (
        <p className={classNames('hint line', styles.author)}>
          {author}
          {commit.url !== undefined && (
            <CodeLink url={commit.url}>{commit.sha.slice(0, SHORT_SHA)}</CodeLink>
          )}
        </p>
      )}
    </div>
    {commit && (
      <Link
        className={classNames('bare with-icon', iconStyles.button)}
        to={sitePath(commit.sha)}
        aria-label="The site at that time"
        aria-describedby={id}
        title="The site at that time"
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
    )}
  </div>
);

interface ChangeDaysProps {
  readonly commits: readonly CommitSummary[];
  readonly published?: readonly PublishedPost[];
}

export const ChangeDays = ({ commits, published }: ChangeDaysProps) => {
  const days = daysOf(commits, useAuthorName(), published);
  return days.map((day, index) => (
    <section key={index} className={classNames('ruled stack-3', styles.day)}>
      <h2 className="large">{day.name}</h2>
      <ul role="list">
        {day.batches.map(({ name, entries: [first, ...others] }) => (
          <li key={first.id}>
            {others.length === 0 ? (
              <Line {...first} />
            ) : (
              <details>
                <summary className={styles.change}>
                  <span className="count">{timeOfChange(first.date)}</span>
                  <span>
                    <span className={classNames('quiet-link', styles.subject)} dir="auto">
                      {name}
                    </span>
                    <span className="hint line">{first.author}</span>
                  </span>
                </summary>
                {[first, ...others].map((entry) => (
                  <Line key={entry.id} {...entry} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
};
