import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { useField } from './form.tsx';
import { TextAreaControl } from './text-area-control.tsx';

/** Shows the number of characters in use and the maximum. */
const Counter = ({ length, max }: { readonly length: number; readonly max: number }) => (
  <span className={classNames('date', length > max ? styles.over : styles.counter)}>
    <span aria-hidden="true">
      {length}/{max}
    </span>
    <span className="visually-hidden">
      {length} of {max} characters
    </span>
  </span>
);

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

interface FieldProps {
  /** The path of the value in the form's values, e.g. `social.github`. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly count?: ComponentProps<typeof Counter> | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A control with its label, its hint, its error and a character count. */
export const Field = ({ path, label, hint, count, children }: FieldProps) => {
  const { id, error, saidAt } = useField(path);
  const hintId = `${id}-hint`;
  const errorId = saidAt ?? `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="stack-1">
      <div className="ends strong">
        <label htmlFor={id}>{label}</label>
        {count && <Counter {...count} />}
      </div>
      {hint && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error && saidAt === undefined && (
        <p id={errorId} className="error">
          {error}
        </p>
      )}
    </div>
  );
};

interface Common {
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shows a count against this limit, without preventing longer text. */
  readonly limit?: number | undefined;
}

type Native<Tag extends 'input' | typeof TextAreaControl> = Omit<
  ComponentProps<Tag>,
  keyof Common | 'id'
>;

const countOf = (value: string, max: number | undefined) =>
  max === undefined ? undefined : { length: value.length, max };

/** A single-line text field. `maxLength` also prevents longer text. */
export const TextField = (props: Common & Native<'input'>) => {
  const { path, label, hint, value, onChange, limit, ...rest } = props;
  const count = countOf(value, limit ?? rest.maxLength);
  return (
    <Field path={path} label={label} hint={hint} count={count}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          className={classNames(styles.control, styles.below)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};

/** A multi-line text field that grows with its text. */
export const TextArea = (props: Common & Native<typeof TextAreaControl>) => {
  const { path, label, hint, value, onChange, limit, ...rest } = props;
  const count = countOf(value, limit ?? rest.maxLength);
  return (
    <Field path={path} label={label} hint={hint} count={count}>
      {(control) => (
        <TextAreaControl
          {...rest}
          {...control}
          className={classNames(styles.control, styles.below)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};
