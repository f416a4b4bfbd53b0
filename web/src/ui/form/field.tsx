import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { useField } from './form.tsx';

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

interface TextAreaControlProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'defaultValue'> {
  readonly value: string;
  /** The element, for those who change its text. */
  readonly area?: RefObject<HTMLTextAreaElement | null>;
}

/**
 * A `<textarea>` that shows `value`. React itself also writes the default value on each change of a
 * controlled one, after which one undo of Chrome takes back a single letter instead of what was
 * typed in one go.
 */
export const TextAreaControl = ({ value, area, className, ...rest }: TextAreaControlProps) => {
  const own = useRef<HTMLTextAreaElement>(null);
  const element = area ?? own;
  useLayoutEffect(() => {
    if (element.current && element.current.value !== value) element.current.value = value;
  });
  return <textarea {...rest} ref={element} className={classNames(styles.control, className)} />;
};

export interface ValueProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface TextFieldProps
  extends
    ValueProps<string>,
    Pick<
      ComponentProps<'input'>,
      | 'autoComplete'
      | 'dir'
      | 'disabled'
      | 'inputMode'
      | 'list'
      | 'maxLength'
      | 'placeholder'
      | 'type'
    > {
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
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
          ...{ ...rest, ...control },
          onChange: ({ target }: { readonly target: { readonly value: string } }) =>
            onChange(target.value),
        };
        if (rows !== undefined) return <TextAreaControl rows={rows} {...shared} />;
        return <input type={type} className={styles.control} {...shared} />;
      }}
    </Field>
  );
};

const LENGTH = 'YYYY-MM-DDThh:mm'.length;

/** Returns an ISO date in the form of the control: local time without a zone, or empty. */
const localOf = (iso: string): string => {
  const date = new Date(iso);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, LENGTH);
};

const isoOf = (local: string): string => {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/** A date and time in the browser's time zone. The value is an ISO date, or empty. */
export const DateTimeField = ({ value, onChange, ...field }: ComponentProps<typeof TextField>) => {
  const [typed, setTyped] = useState('');
  return (
    <TextField
      {...field}
      type="datetime-local"
      // While a year is typed, its time zone may differ by seconds.
      value={isoOf(typed) === value ? typed : localOf(value)}
      onChange={(local) => {
        setTyped(local);
        onChange(isoOf(local));
      }}
    />
  );
};
