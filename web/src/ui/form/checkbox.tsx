import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Says yes or no to one thing. */
export const Checkbox = ({ label, checked, onChange }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
);
