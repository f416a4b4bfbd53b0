import type { CommitSummary } from 'content-schema';
import { Link } from 'react-router-dom';
import { commitPath } from '../../paths.ts';
import { timeOfChange } from '../editing/change-names.ts';
import { daysOf } from './batches.ts';
import styles from './change-days.module.css';
import { useMaker } from './maker.ts';

interface ChangeProps {
  readonly commit: CommitSummary;
  readonly maker: string;
}

const Change = ({ commit, maker }: ChangeProps) => (
  <div className={styles.change}>
    <time className={styles.time} dateTime={commit.date}>
      {timeOfChange(commit.date)}
    </time>
    <div>
      <Link className={styles.subject} to={commitPath(commit.sha)} dir="auto">
        {commit.subject || 'Without a message'}
      </Link>
      <p className={styles.maker}>{maker}</p>
    </div>
  </div>
);

interface ChangeDaysProps {
  readonly commits: readonly CommitSummary[];
}

/** Changes with their times and makers, a day at a time, several of one kind in a row as one. */
export const ChangeDays = ({ commits }: ChangeDaysProps) => {
  const makerOf = useMaker();
  return daysOf(commits, makerOf).map((day, index) => (
    <section key={index} className={styles.day}>
      <h2 className={styles.dayName}>{day.name}</h2>
      <ul role="list">
        {day.batches.map(({ name, commits: [first, ...others] }) => (
          <li key={first.sha}>
            {others.length === 0 ? (
              <Change commit={first} maker={makerOf(first)} />
            ) : (
              <details>
                <summary className={styles.change}>
                  <span className={styles.time}>{timeOfChange(first.date)}</span>
                  <span>
                    <span className={styles.subject} dir="auto">
                      {name}
                    </span>
                    <span className={styles.maker}>{makerOf(first)}</span>
                  </span>
                </summary>
                {[first, ...others].map((commit) => (
                  <Change key={commit.sha} commit={commit} maker={makerOf(commit)} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
};
