import { useId, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import fieldStyles from '../../../ui/form/field.module.css';
import { Field, TextField, type ValueProps } from '../../../ui/form/field.tsx';

/** The fields that search, filter and sort a list, for a `<search>` with their style sheet. */

export const SearchField = (props: ValueProps<string>) => (
  <TextField path={useId()} label="Search" type="search" autoComplete="off" {...props} />
);

interface SelectFieldProps<Value extends string> extends ValueProps<Value> {
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly children?: ReactNode;
}

export const SelectField = <Value extends string>(props: SelectFieldProps<Value>) => {
  const { label, value, options, onChange, children } = props;
  return (
    <Field path={useId()} label={label}>
      {(control) => (
        <select
          {...control}
          className={fieldStyles.control}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {options.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
};

/** Keeps a list's filter in the address, without a navigation, which would move the focus. */
export const useFilterInAddress = <Filter,>(read: (search: string) => Filter) => {
  const { search } = useLocation();
  const [navigated, setNavigated] = useState(search);
  const [filter, setFilter] = useState(() => read(search));
  if (search !== navigated) {
    setNavigated(search);
    setFilter(read(search));
  }
  const change = (path: string) => {
    setFilter(read(new URL(path, location.href).search));
    history.replaceState(history.state, '', path);
  };
  return { filter, navigated: read(navigated), change };
};
