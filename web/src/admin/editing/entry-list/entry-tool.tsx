import type { ReactNode } from 'react';
import styles from './entry-list.module.css';

interface EntryToolProps {
  readonly label: string;
  /** There is nothing to do for it now; it keeps the focus all the same. */
  readonly idle?: boolean;
  readonly onPress: () => void;
  /** An icon. */
  readonly children: ReactNode;
}

/** A small button of one entry. */
export const EntryTool = ({ label, idle = false, onPress, children }: EntryToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    aria-disabled={idle}
    title={label}
    onClick={() => {
      if (!idle) onPress();
    }}
  >
    {children}
  </button>
);
