import { Button } from '../../../ui/button.tsx';
import { ChosenFiles } from './chosen-files.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import styles from './import-posts.module.css';
import { useImport } from './use-import.ts';

interface ImportPostsProps {
  /** What was chosen; empty before anything is, and after the import. */
  readonly files: readonly File[];
  /** Called when there are new posts. */
  readonly onImported: () => void;
  /** Also while the files are being sent, and then they may become posts all the same. */
  readonly onCancel: () => void;
}

/** Imports posts from Markdown files, all good ones together. */
export const ImportPosts = ({ files, onImported, onCancel }: ImportPostsProps) => {
  const { status, send, cancel } = useImport();

  const importFiles = async () => {
    if (await send(files)) onImported();
  };
  const giveUp = () => {
    cancel();
    onCancel();
  };

  return (
    <section className={styles.import} aria-label="Import posts">
      {files.length > 0 && (
        <>
          <ChosenFiles
            files={files}
            progress={status.state === 'sending' ? status.progress : undefined}
          />
          <div className={styles.actions}>
            <Button
              look="primary"
              pending={status.state === 'sending'}
              onClick={() => void importFiles()}
            >
              Import selected .md files
            </Button>
            <Button onClick={giveUp}>Cancel</Button>
          </div>
        </>
      )}
      <ImportOutcome status={status} />
    </section>
  );
};
