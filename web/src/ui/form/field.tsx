import type { ReactNode } from 'react';
import { Counter } from './counter.tsx';
import styles from './field.module.css';
import { useField } from './form-context.ts';

/** What ties a control to its label, its hint and its error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  /** Where the value lies in the form's values, e.g. `social.github`. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shows how much of the allowed length is used. */
  readonly count?: { readonly length: number; readonly max: number } | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its hint, its error and a count of its characters. */
export const Field = ({ path, label, hint, count, children }: FieldProps) => {
  const { id, error } = useField(path);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {count && <Counter {...count} />}
      </div>
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
};
