import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './content-pending.module.css';

interface ContentPendingProps {
  readonly error: string | undefined;
  readonly retry: () => void;
}

/**
 * Stands where an editor will be. Without the stored content there is none: saving the default
 * content from it would replace what could not be loaded.
 */
export const ContentPending = ({ error, retry }: ContentPendingProps) => (
  <div className={styles.pending}>
    <Status message={error === undefined ? 'Loading content…' : undefined} />
    {error !== undefined && (
      <>
        <Problem>{error}</Problem>
        <Button onClick={retry}>Try again</Button>
      </>
    )}
  </div>
);
