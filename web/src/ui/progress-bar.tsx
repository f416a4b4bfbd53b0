import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is in progress. */
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
}

/** How much of something is done. */
export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <progress className={styles.bar} aria-label={label} max={1} value={value} />
);
