import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import styles from './field.module.css';

interface Common {
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Shows a count against this many characters, and lets more be typed. */
  readonly limit?: number | undefined;
}

type Native<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, keyof Common | 'id'>;

const countOf = (value: string, max: number | undefined) =>
  max === undefined ? undefined : { length: value.length, max };

/** A line of text. With `maxLength` no more can be typed than is counted. */
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
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};

/** Lines of text; the box grows with them. */
export const TextArea = (props: Common & Native<'textarea'>) => {
  const { path, label, hint, value, onChange, limit, ...rest } = props;
  const count = countOf(value, limit ?? rest.maxLength);
  return (
    <Field path={path} label={label} hint={hint} count={count}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
};
