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
    <div className="stack-2">
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

interface TextFieldProps extends Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'dir' | 'disabled' | 'inputMode' | 'maxLength' | 'placeholder' | 'type'
> {
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Shows a count against this limit, without preventing longer text as `maxLength` does. */
  readonly limit?: number | undefined;
  /** Shows a text area with this many lines, which grows with its text. */
  readonly rows?: number | undefined;
}

export const TextField = (props: TextFieldProps) => {
  const { path, label, hint, onChange, limit, rows, type = 'text', ...rest } = props;
  const max = limit ?? rest.maxLength;
  const count = max === undefined ? undefined : { length: rest.value.length, max };
  return (
    <Field path={path} label={label} hint={hint} count={count}>
      {(control) => {
        const shared = {
          ...{ ...rest, ...control, className: styles.control },
          onChange: ({ target }: { readonly target: { readonly value: string } }) =>
            onChange(target.value),
        };
        if (rows !== undefined) return <TextAreaControl rows={rows} {...shared} />;
        return <input type={type} {...shared} />;
      }}
    </Field>
  );
};
