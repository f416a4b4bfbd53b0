import { isContentPath, type FileChange } from 'content-schema';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatFileSize } from '../layout/file-size.ts';
import styles from './commit-page.module.css';
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
export const ChangedFile = ({ file, name, busy, onRestore }: ChangedFileProps) => {
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
