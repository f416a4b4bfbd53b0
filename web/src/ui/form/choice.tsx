import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './choice.module.css';
import type { ValueProps } from './field.tsx';
import { useField } from './form.tsx';

interface CheckboxProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly role?: 'switch';
}

export const Checkbox = ({ label, checked, onChange, role }: CheckboxProps) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      role={role}
      className={styles[role ?? 'box']}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <span>{label}</span>
  </label>
);

export const Switch = (props: CheckboxProps) => <Checkbox {...props} role="switch" />;

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
}

interface RadioGroupProps<Value extends string> extends ValueProps<Value> {
  readonly path: string;
  readonly label: string;
  readonly options: readonly Option<Value>[];
}

export const RadioGroup = <Value extends string>(props: RadioGroupProps<Value>) => {
  const { path, label, options, value, onChange } = props;
  const { id, error } = useField(path);
  const hintId = useId();
  return (
    <fieldset id={id} tabIndex={-1} className={styles.group}>
      <legend className="strong">{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label className={styles.choice}>
            <input
              type="radio"
              className={styles.box}
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-describedby={option.hint && `${hintId}-${option.value}`}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
          {option.hint && (
            <p id={`${hintId}-${option.value}`} className={classNames('hint', styles.hint)}>
              {option.hint}
            </p>
          )}
        </div>
      ))}
      {error && <p className="error">{error}</p>}
    </fieldset>
  );
};
