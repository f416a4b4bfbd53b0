import type { CommitResponse, FileChange } from 'content-schema';
import { useParams } from 'react-router-dom';
import { ContentPending } from '../layout/content-pending.tsx';
import { ActionNote } from '../layout/action-note.tsx';
import { AdminPage } from '../layout/admin-page.tsx';
import { useAction } from '../layout/use-action.ts';
import { usePosts } from '../../data/posts.ts';
import { ChangedFile } from './changed-file.tsx';
import { dayOfChange, timeOfChange } from './change-time.ts';
import styles from './commit-page.module.css';
import { fileName } from './content-file.ts';
import { HISTORY } from './history-paths.ts';
import { useCommit, useRestore } from './use-history.ts';

const BACK = { to: HISTORY, text: 'Back to history' };
const SHORT_SHA = 7;

const CommitView = ({ commit }: { readonly commit: CommitResponse }) => {
  const { sha, subject, author, date, files } = commit;
  const posts = usePosts().stored?.answer ?? [];
  const restore = useRestore();
  const { status, run } = useAction();
  const nameOf = ({ path }: FileChange): string => fileName(path, posts);

  const restoreFile = (file: FileChange) =>
    void run(() => restore(sha, file.path), {
      done: `${nameOf(file)} restored`,
      failed: 'The file could not be restored',
    });

  return (
    <AdminPage title={subject || 'Without a message'} back={BACK}>
      <p className={styles.facts}>
        {author.name}, <time dateTime={date}>{`${dayOfChange(date)}, ${timeOfChange(date)}`}</time>
        <code>{sha.slice(0, SHORT_SHA)}</code>
      </p>
      {files.length === 0 ? (
        <p>No file was changed.</p>
      ) : (
        <p className={styles.hint}>
          A file that is restored becomes what it was after this change, or just before it was
          deleted. That is a change of its own: what is there now stays in the history.
        </p>
      )}
      {files.map((file) => (
        <ChangedFile
          key={file.path}
          file={file}
          name={nameOf(file)}
          busy={status.state === 'busy'}
          onRestore={() => restoreFile(file)}
        />
      ))}
      <ActionNote status={status} busy="Restoring…" />
    </AdminPage>
  );
};

/** `/admin/history/{commit}` */
const CommitPage = () => {
  const { commit = '' } = useParams();
  const { answer, error, reload } = useCommit(commit);
  if (answer) return <CommitView commit={answer} />;
  return (
    <AdminPage title="Change" back={BACK}>
      <ContentPending error={error} retry={reload} />
    </AdminPage>
  );
};

export default CommitPage;
