import type { ReactNode } from 'react';
import styles from './conflict-field.module.css';

interface ConflictChoiceProps {
  /** Of the choices with the same group one is checked. */
  readonly group: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

/** One way to settle a conflict, with what would stay then. */
export const ConflictChoice = (props: ConflictChoiceProps) => {
  const { group, label, checked, onChoose, children } = props;
  return (
    <div className={styles.choice}>
      <label className={styles.radio}>
        <input type="radio" name={group} checked={checked} onChange={onChoose} />
        {label}
      </label>
      {children}
    </div>
  );
};
