import styles from './field.module.css';

interface CounterProps {
  readonly length: number;
  readonly max: number;
}

/** How many of the allowed characters are used. */
export const Counter = ({ length, max }: CounterProps) => (
  <span className={length > max ? styles.over : styles.counter}>
    <span aria-hidden="true">
      {length}/{max}
    </span>
    <span className="visually-hidden">
      {length} of {max} characters
    </span>
  </span>
);
