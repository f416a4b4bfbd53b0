import styles from './badges.module.css';

/** Marks a hidden post. */
export const HiddenBadge = () => <span className={styles.badge}>Hidden</span>;

/** Marks a post with a problem in its file. */
export const ProblemBadge = () => <span className={styles.badge}>Problem</span>;
