import styles from './skip-link.module.css';

/** Links to the main content, past the header. Every page's `main` has the id `main`. */
export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    Skip to content
  </a>
);
