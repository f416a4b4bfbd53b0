import { postPath } from 'content-schema';
import { useId, type ChangeEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { readPage } from '../../ui/pagination/paging.ts';
import { ContentPending } from '../layout/content-pending.tsx';
import { AdminPage } from '../layout/admin-page.tsx';
import { usePosts } from '../../data/posts.ts';
import { ChangeDays } from './change-days.tsx';
import { MAIN_FILES, fileName } from './content-file.ts';
import { historyPath } from './history-paths.ts';
import { HistorySteps } from './history-steps.tsx';
import styles from './history-page.module.css';
import { useHistoryPage } from './use-history.ts';

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
