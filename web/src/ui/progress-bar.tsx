import styles from './progress-bar.module.css';

interface ProgressBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
}

export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <progress className={styles.bar} aria-label={label} max={1} value={value} />
);
