import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** Says at the top of a page that something went wrong with it as a whole. */
export const Notice = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.notice} role="alert">
    {children}
  </div>
);
