import type {
  Field,
  Fields,
  FlagField,
  GroupField,
  TextField as TextDescriptor,
  TextListField,
  ValuesOf,
} from 'content-schema/fields';
import { isSame } from 'content-schema/merge';
import { createContext, useContext, useState, type ComponentProps, type ReactNode } from 'react';
import { Checkbox, Switch } from '../../../../ui/form/choice.tsx';
import { DateTimeField, TextField, type ValueProps } from '../../../../ui/form/field.tsx';
import { fieldAt } from '../changes/change-names.ts';

/** The names of the fields with a control. A field in a group has a path, e.g. `social.github`. */
type NameOf<Members extends Fields> = {
  [Name in keyof Members & string]: Members[Name] extends GroupField<infer Inner, false>
    ? `${Name}.${NameOf<Inner>}`
    : Members[Name] extends TextDescriptor | TextListField | FlagField
      ? Name
      : never;
}[keyof Members & string];

export interface FieldsProps<Value> extends ValueProps<Value> {
  /** The path of the value in the form's, e.g. `educations.items.0`; empty for the whole form. */
  readonly path?: string;
  readonly children: ReactNode;
}

export interface ControlOptions extends Pick<
  ComponentProps<'input'>,
  'disabled' | 'autoComplete' | 'inputMode' | 'dir' | 'list' | 'placeholder'
> {
  readonly hint?: string;
  /** Shows a text area with this many lines, which grows with its text, instead of a text field. */
  readonly rows?: number;
  readonly read?: (typed: string) => string;
  /** Shows a flag as a checkbox instead of a switch. */
  readonly checkbox?: boolean;
}

interface ListFieldProps extends Pick<ComponentProps<typeof TextField>, 'path' | 'label' | 'hint'> {
  readonly typedAs: TextListField['typedAs'];
  readonly items: readonly string[];
  readonly onChange: (items: string[]) => void;
}

const itemsBetween = (separator: string) => (text: string) =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const PARSERS: Readonly<Record<TextListField['typedAs'], (text: string) => string[]>> = {
  commas: itemsBetween(','),
  lines: itemsBetween('\n'),
  'one item': (text) => (text.trim() === '' ? [] : [text.trim()]),
};

const ListField = ({ typedAs, items, onChange, ...field }: ListFieldProps) => {
  const [typed, setTyped] = useState('');
  const read = PARSERS[typedAs];
  const written = items.join(typedAs === 'lines' ? '\n' : ', ');
  const control = {
    // Keeps the text as typed while it stands for the items; otherwise shows the formatted items.
    value: isSame(read(typed), items) ? typed : written,
    onChange: (text: string) => {
      setTyped(text);
      onChange(read(text));
    },
    onBlur: () => setTyped(''),
  };
  return <TextField rows={typedAs === 'lines' ? 3 : undefined} {...field} {...control} />;
};

interface ControlProps extends ControlOptions, ValueProps<unknown> {
  readonly field: Field;
  readonly path: string;
}

const Control = ({ field, path, value, onChange, ...options }: ControlProps) => {
  const { rows, read = (typed: string) => typed, checkbox, hint, ...native } = options;
  if (field.kind === 'flag') {
    const YesOrNo = checkbox ? Checkbox : Switch;
    return <YesOrNo label={field.label} checked={value === true} onChange={onChange} />;
  }
  if (field.kind === 'texts') {
    const { label, typedAs } = field;
    const items = value as readonly string[];
    return <ListField {...{ path, label, hint, typedAs, items }} onChange={onChange} />;
  }
  if (field.kind !== 'text') return null;
  const { label, limit, maxLength, format } = field;
  const text = {
    ...{ ...native, path, label, hint, limit, maxLength, rows },
    value: (value ?? '') as string,
    onChange: (typed: string) => onChange(read(typed)),
  };
  if (format === 'date') return <DateTimeField {...text} />;
  return <TextField type={format === 'email' ? format : 'text'} {...text} />;
};

type Plain = Readonly<Record<string, unknown>>;

const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (inner as Plain)[name], value);

const withValueAt = (value: unknown, names: readonly string[], next: unknown): unknown => {
  const [name, ...rest] = names;
  if (name === undefined) return next;
  const fields = value as Plain;
  return { ...fields, [name]: withValueAt(fields[name], rest, next) };
};

/** Creates the controls of an entity: each takes its label, limit and path from its field. */
export const bindFields = <Members extends Fields>(group: GroupField<Members>) => {
  type Value = ValuesOf<Members>;
  const Edited = createContext<FieldsProps<Value> | undefined>(undefined);

  const Fields = (props: FieldsProps<Value>) => <Edited value={props}>{props.children}</Edited>;

  const useFields = (): FieldsProps<Value> => {
    const edited = useContext(Edited);
    if (!edited) throw new Error('A field is not inside Fields');
    return edited;
  };

  const Field = (props: ControlOptions & { readonly name: NameOf<Members> }) => {
    const { name, ...options } = props;
    const { value, onChange, path = '' } = useFields();
    const names = name.split('.');
    const field = fieldAt(group, names);
    if (!field) throw new Error(`There is no field ${name}`);
    return (
      <Control
        {...options}
        field={field}
        path={path === '' ? name : `${path}.${name}`}
        value={valueAt(value, names)}
        onChange={(next) => onChange(withValueAt(value, names, next) as Value)}
      />
    );
  };

  return { Fields, Field, useFields };
};
