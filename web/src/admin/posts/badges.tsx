import styles from './posts.module.css';

/** Marks a post that visitors don't see. */
export const HiddenBadge = () => <span className={styles.badge}>Hidden</span>;

/** Marks a post in whose file something is wrong. */
export const ProblemBadge = () => <span className={styles.badge}>Problem</span>;
