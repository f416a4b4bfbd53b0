import type {
  ChoiceField,
  Field,
  Fields,
  FlagField,
  GroupField,
  TextField as TextDescriptor,
  TextListField,
  ValueOf,
  ValuesOf,
} from 'content-schema/fields';
import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';
import { Checkbox, RadioGroup, Switch } from '../../../ui/form/choice.tsx';
import { TextArea, TextField } from '../../../ui/form/field.tsx';
import { ListField } from './list-field.tsx';

/** The names of the fields of a kind. A field in a group has a path, e.g. `social.github`. */
type NameOf<Members extends Fields, Kind extends Field> = {
  [Name in keyof Members & string]: Members[Name] extends GroupField<infer Inner, false>
    ? `${Name}.${NameOf<Inner, Kind>}`
    : Members[Name] extends Kind
      ? Name
      : never;
}[keyof Members & string];

type FieldAt<
  Members extends Fields,
  Name extends string,
> = Name extends `${infer Head}.${infer Rest}`
  ? Members[Head] extends GroupField<infer Inner>
    ? FieldAt<Inner, Rest>
    : never
  : Members[Name];

type OptionOf<Members extends Fields, Name extends string> = ValueOf<FieldAt<Members, Name>> &
  string;

type TypedField = TextDescriptor | TextListField | FlagField;

export interface FieldsProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /**
   * The path of the value in the form's values, e.g. `educations.items.0`; empty for the whole
   * form.
   */
  readonly path?: string;
  readonly children: ReactNode;
}

export interface ControlProps extends Pick<
  ComponentProps<'input'>,
  'disabled' | 'autoComplete' | 'inputMode' | 'dir'
> {
  readonly hint?: string;
  /** Shows a text area with this many lines, which grows with its text, instead of a text field. */
  readonly rows?: number;
  /** Transforms the text on each input. */
  readonly read?: (typed: string) => string;
  /** Shows a flag as a checkbox instead of a switch. */
  readonly checkbox?: boolean;
}

/** The descriptor, path and value of a named field. */
interface Bound {
  readonly field: Field;
  readonly path: string;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
}

const Control = ({ bound, ...props }: ControlProps & { readonly bound: Bound }) => {
  const { field, path, value, change } = bound;
  const { rows, read = (typed: string) => typed, checkbox, hint, ...native } = props;
  if (field.kind === 'flag') {
    const YesOrNo = checkbox ? Checkbox : Switch;
    return <YesOrNo label={field.label} checked={value === true} onChange={change} />;
  }
  if (field.kind === 'texts') {
    const { label, typedAs } = field;
    const items = value as readonly string[];
    return <ListField {...{ path, label, hint, typedAs, items }} onChange={change} />;
  }
  if (field.kind !== 'text') return null;
  const { label, limit, maxLength, emailMessage } = field;
  const text = {
    ...{ ...native, path, label, hint, limit, maxLength },
    value: String(value),
    onChange: (typed: string) => change(read(typed)),
  };
  if (rows !== undefined) return <TextArea rows={rows} {...text} />;
  return <TextField type={emailMessage === undefined ? 'text' : 'email'} {...text} />;
};

type Plain = Readonly<Record<string, unknown>>;

const fieldAt = (fields: Fields, [name = '', ...rest]: readonly string[]): Field | undefined => {
  const field = fields[name];
  return rest.length > 0 && field?.kind === 'group' ? fieldAt(field.fields, rest) : field;
};

const valueAt = (value: unknown, names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (inner as Plain)[name], value);

const withValueAt = (value: unknown, names: readonly string[], next: unknown): unknown => {
  const [name, ...rest] = names;
  if (name === undefined) return next;
  const fields = value as Plain;
  return { ...fields, [name]: withValueAt(fields[name], rest, next) };
};

/**
 * Creates the form controls of an entity. `Fields` holds the edited value; each control inside it
 * takes its label, limit, value and path from the descriptor of the field that it names.
 */
export const bindFields = <Members extends Fields>({ fields }: GroupField<Members>) => {
  type Value = ValuesOf<Members>;
  const Edited = createContext<FieldsProps<Value> | undefined>(undefined);

  const useBound = (name: string): Bound => {
    const edited = useContext(Edited);
    const names = name.split('.');
    const field = fieldAt(fields, names);
    if (!edited || !field) throw new Error(`The field ${name} is not inside Fields`);
    const { value, onChange, path = '' } = edited;
    return {
      field,
      path: path === '' ? name : `${path}.${name}`,
      value: valueAt(value, names),
      change: (next) => onChange(withValueAt(value, names, next) as Value),
    };
  };

  /** Provides `value` to the controls inside it. */
  const Fields = (props: FieldsProps<Value>) => <Edited value={props}>{props.children}</Edited>;

  /** The control for a text, a list of texts or a flag. */
  const Field = ({
    name,
    ...props
  }: ControlProps & { readonly name: NameOf<Members, TypedField> }) => (
    <Control bound={useBound(name)} {...props} />
  );

  const Choice = <Name extends NameOf<Members, ChoiceField>>({
    name,
    options,
  }: {
    readonly name: Name;
    readonly options: ComponentProps<typeof RadioGroup<OptionOf<Members, Name>>>['options'];
  }) => {
    const { field, path, value, change } = useBound(name);
    return (
      <RadioGroup
        path={path}
        label={field.label ?? ''}
        options={options}
        value={value as OptionOf<Members, Name>}
        onChange={change}
      />
    );
  };

  return { Fields, Field, Choice };
};
