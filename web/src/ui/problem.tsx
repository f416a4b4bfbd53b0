import type { ReactNode } from 'react';
import styles from './problem.module.css';

/** Says that what was just asked for did not work; read out at once. */
export const Problem = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.problem} role="alert">
    {children}
  </p>
);
