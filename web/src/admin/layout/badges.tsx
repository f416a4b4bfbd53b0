import styles from './badges.module.css';

export const HiddenBadge = () => <span className={styles.badge}>Hidden</span>;

export const ProblemBadge = () => <span className={styles.badge}>Problem</span>;
