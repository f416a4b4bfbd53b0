import type { CommitSummary } from 'content-schema';
import { Link } from 'react-router-dom';
import styles from './history-page.module.css';
import { commitPath } from './history-paths.ts';
import { dayOfChange, timeOfChange } from './change-time.ts';

interface Day {
  readonly name: string;
  readonly commits: CommitSummary[];
}

/** Neighbours of the same day, together. */
const byDay = (commits: readonly CommitSummary[]): Day[] => {
  const days: Day[] = [];
  for (const commit of commits) {
    const name = dayOfChange(commit.date);
    const last = days.at(-1);
    if (last?.name === name) last.commits.push(commit);
    else days.push({ name, commits: [commit] });
  }
  return days;
};

interface ChangeDaysProps {
  readonly commits: readonly CommitSummary[];
}

/** Changes with their times and authors, a day at a time. */
export const ChangeDays = ({ commits }: ChangeDaysProps) =>
  byDay(commits).map((day, index) => (
    <section key={index} className={styles.day}>
      <h2 className={styles.dayName}>{day.name}</h2>
      <ul role="list">
        {day.commits.map((commit) => (
          <li key={commit.sha} className={styles.change}>
            <time className={styles.time} dateTime={commit.date}>
              {timeOfChange(commit.date)}
            </time>
            <div>
              <Link className={styles.subject} to={commitPath(commit)} dir="auto">
                {commit.subject || 'Without a message'}
              </Link>
              <p className={styles.author}>{commit.author.name}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  ));
