import { Problem } from '../../../ui/problem.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Status } from '../../../ui/status.tsx';
import { ImportedPosts } from './imported-posts.tsx';
import styles from './import-posts.module.css';
import type { ImportState } from './use-import.ts';

/** How an import goes, which posts it made, and which files it left out. */
export const ImportOutcome = ({ status }: { readonly status: ImportState }) => {
  const { state } = status;
  const { saved = [], errors = [] } = 'errors' in status ? status : {};
  return (
    <>
      {state === 'sending' && <ProgressBar label="Import" value={status.progress} />}
      {state === 'failed' && <Problem>{status.message}</Problem>}
      <Status
        message={state === 'done' ? status.message : state === 'sending' ? 'Importing…' : undefined}
        tone={state === 'done' ? 'ok' : 'progress'}
      />
      {saved.length > 0 && <ImportedPosts posts={saved} />}
      {errors.length > 0 && (
        <div className={styles.errors}>
          <h2 className={styles.errorsTitle}>Upload errors</h2>
          <ul className={styles.files}>
            {errors.map(({ file, message }, index) => (
              <li key={index}>
                <strong>{file}</strong>: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};
