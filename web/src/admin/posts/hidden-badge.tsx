import styles from './hidden-badge.module.css';

/** Marks a post that visitors don't see. */
export const HiddenBadge = () => <span className={styles.badge}>Hidden</span>;
