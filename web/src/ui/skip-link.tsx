import styles from './skip-link.module.css';

/** Leads past the header; `main` of every page has the id that it names. */
export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    Skip to content
  </a>
);
