import { postPath, type CommitSummary } from 'content-schema';
import { useId, type ChangeEvent } from 'react';
import { useNavigate, useSearchParams, Link } from 'react-router-dom';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { readPage } from '../../ui/pagination/paging.ts';
import { ContentPending, AdminPage } from '../layout/admin-page.tsx';
import { commitPath, historyPath } from '../../paths.ts';
import { usePosts } from '../../data/posts.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { MAIN_FILES, fileName, dayOfChange, timeOfChange } from '../editing/change-names.ts';
import styles from './history-page.module.css';
import { useHistoryPage } from '../../data/history.ts';

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

interface Batch {
  /** What was done to each of several photos; empty for a change of its own. */
  readonly name: string;
  readonly commits: [CommitSummary, ...CommitSummary[]];
}

const ONE_PHOTO = /^(Upload|Delete) photo /;

/** Photos that were sent, or deleted, one by one, together. */
const batchesOf = (commits: readonly CommitSummary[]): Batch[] => {
  const batches: Batch[] = [];
  for (const commit of commits) {
    const name = ONE_PHOTO.exec(commit.subject)?.[1] ?? '';
    const last = batches.at(-1);
    if (last && name !== '' && last.name === name) last.commits.push(commit);
    else batches.push({ name, commits: [commit] });
  }
  return batches;
};

interface ChangeDaysProps {
  readonly commits: readonly CommitSummary[];
}

const Change = ({ commit }: { readonly commit: CommitSummary }) => (
  <div className={styles.change}>
    <time className={styles.time} dateTime={commit.date}>
      {timeOfChange(commit.date)}
    </time>
    <div>
      <Link className={styles.subject} to={commitPath(commit.sha)} dir="auto">
        {commit.subject || 'Without a message'}
      </Link>
      <p className={styles.author}>{commit.author.name}</p>
    </div>
  </div>
);

/** Changes with their times and authors, a day at a time, several of one kind in a row as one. */
const ChangeDays = ({ commits }: ChangeDaysProps) =>
  byDay(commits).map((day, index) => (
    <section key={index} className={styles.day}>
      <h2 className={styles.dayName}>{day.name}</h2>
      <ul role="list">
        {batchesOf(day.commits).map(({ name, commits: [first, ...others] }) => (
          <li key={first.sha}>
            {others.length === 0 ? (
              <Change commit={first} />
            ) : (
              <details>
                <summary className={styles.change}>
                  <span className={styles.time}>{timeOfChange(first.date)}</span>
                  <span className={styles.subject}>
                    {name} {others.length + 1} photos
                  </span>
                </summary>
                {[first, ...others].map((commit) => (
                  <Change key={commit.sha} commit={commit} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));

interface HistoryStepsProps {
  readonly page: number;
  readonly hasMore: boolean;
  readonly path: string;
}

/** Leads to newer and older changes; how many pages there are is not known. */
const HistorySteps = ({ page, hasMore, path }: HistoryStepsProps) =>
  (page > 1 || hasMore) && (
    <nav className={styles.steps} aria-label="Pages">
      {page > 1 && (
        <ButtonLink rel="prev" to={historyPath(page - 1, path)}>
          <ArrowLeft size={16} aria-hidden="true" />
          Newer changes
        </ButtonLink>
      )}
      {hasMore && (
        <ButtonLink rel="next" to={historyPath(page + 1, path)}>
          Older changes
          <ArrowRight size={16} aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  );

interface FileFilterProps {
  /** Empty for all files. */
  readonly path: string;
}

const FileFilter = ({ path }: FileFilterProps) => {
  const id = useId();
  const navigate = useNavigate();
  const posts = usePosts().stored?.answer ?? [];
  const paths = [...MAIN_FILES.map(([it]) => it), ...posts.map((post) => postPath(post.id))];
  const choices = path === '' || paths.includes(path) ? paths : [path, ...paths];
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    void navigate(historyPath(1, target.value));
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>Show changes of</label>
      <select id={id} value={path} onChange={choose}>
        <option value="">All files</option>
        {choices.map((it) => (
          <option key={it} value={it}>
            {fileName(it, posts)}
          </option>
        ))}
      </select>
    </div>
  );
};

const PAGES_MAX = 10_000;

/** `/admin/history` */
const HistoryPage = () => {
  const [query] = useSearchParams();
  const path = query.get('path') ?? '';
  const page = readPage(query.get('page'), PAGES_MAX) ?? 1;
  const { answer, error, reload } = useHistoryPage(page, path);
  return (
    <AdminPage title="History" back={{ to: '/admin', text: 'Back to dashboard' }}>
      <FileFilter path={path} />
      {answer ? (
        <>
          {answer.commits.length === 0 && (
            <p className={styles.empty}>There are no changes here.</p>
          )}
          <ChangeDays commits={answer.commits} />
          <HistorySteps page={page} hasMore={answer.hasMore} path={path} />
        </>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default HistoryPage;
