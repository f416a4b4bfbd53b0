import { type CommitResponse, type FileChange, isContentPath } from 'content-schema';
import { useParams } from 'react-router-dom';
import { useId } from 'react';
import { ContentPending, AdminPage } from '../layout/admin-page.tsx';
import { ActionNote, useAction } from '../layout/action.tsx';
import { usePosts } from '../../data/posts.ts';
import { Button } from '../../ui/button.tsx';
import { formatFileSize } from '../layout/file-size.ts';
import { HISTORY } from '../../paths.ts';
import { dayOfChange, timeOfChange, fileName } from './change-names.ts';
import styles from './commit-page.module.css';
import { useCommit, useRestore } from '../../data/history.ts';
import { DiffView } from './diff-view.tsx';

interface ChangedFileProps {
  readonly file: FileChange;
  /** What the administrator calls it. */
  readonly name: string;
  /** A restore is under way. */
  readonly busy: boolean;
  readonly onRestore: () => void;
}

const STATUS = { added: 'Added', modified: 'Changed', deleted: 'Deleted' } as const;

const sizesOf = ({ sizeBefore, sizeAfter }: FileChange): string =>
  [sizeBefore, sizeAfter]
    .filter((size) => size !== undefined)
    .map(formatFileSize)
    .join(' → ');

/** What a change did to one file. */
const ChangedFile = ({ file, name, busy, onRestore }: ChangedFileProps) => {
  const nameId = useId();
  const { path, status, diff, binary } = file;
  return (
    <section className={styles.file} aria-labelledby={nameId}>
      <div className={styles.head}>
        <div>
          <h2 id={nameId} className={styles.name}>
            {name}
          </h2>
          <p className={styles.about}>
            <span className={styles.status} data-status={status}>
              {STATUS[status]}
            </span>
            <code>{path}</code>
            <span>{sizesOf(file)}</span>
          </p>
        </div>
        {isContentPath(path) && (
          <Button pending={busy} aria-describedby={nameId} onClick={onRestore}>
            {status === 'deleted' ? 'Bring back' : 'Restore this version'}
          </Button>
        )}
      </div>
      {diff !== undefined && diff !== '' && <DiffView diff={diff} label={name} />}
      {diff === undefined && (
        <p className={styles.hint}>
          {binary ? 'This file is no text.' : 'There is too much of it to show.'}
        </p>
      )}
    </section>
  );
};

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
