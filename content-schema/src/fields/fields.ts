/**
 * Descriptors of the content's fields, the only place for facts such as label, limits and whether
 * it is Markdown. They are plain data, so that public pages stay small; schemas, which need
 * valibot, are derived in `schema.ts`.
 */
import { isPlainObject } from '../plain-object.ts';
import { languageTag } from '../text/language-tag.ts';

/** A validation issue; `path` is that of the field, e.g. `social.github`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Returns the rules that a value must keep, each with the issue of breaking it. */
export type Rules<Value> = (value: Value) => readonly Rule[];
export type Rule = readonly [isBroken: boolean, path: string, message: string];

interface Facts {
  /** The name in forms, messages, conflicts and drafts. */
  readonly label: string;
  /** Whether a save must send it. An optional field that is not sent keeps its stored value. */
  readonly required?: boolean;
  /** Whether visitors get it; otherwise only the administrator does. */
  readonly shown?: boolean;
  /** Whether a value that lacks it stays without it, so that it is absent until it is filled in. */
  readonly sparse?: boolean;
}

export interface TextField<Markdown extends boolean = boolean> extends Facts {
  readonly kind: 'text';
  readonly markdown: Markdown;
  /**
   * The most characters. With `limit`, more can be typed: a counter turns red, and a save is
   * refused. With `maxLength`, typing stops as in HTML: for fields that the specification limits.
   */
  readonly limit?: number;
  readonly maxLength?: number;
  /** What a text must be unless it is empty: a language is a BCP 47 tag, a date an ISO date. */
  readonly format?: 'email' | 'language' | 'date';
  /** Whether leading and trailing white space is kept. */
  readonly untrimmed?: boolean;
}

/** A list of texts; empty ones are dropped. */
export interface TextListField<Markdown extends boolean = boolean> extends Facts {
  readonly kind: 'texts';
  readonly markdown: Markdown;
  /** The input format: comma-separated, one item per line, or all as a single item. */
  readonly typedAs: 'commas' | 'lines' | 'one item';
}

export interface FlagField extends Facts {
  readonly kind: 'flag';
  readonly byDefault: boolean;
}

/** A number, or null without one. */
export interface NumberField extends Facts {
  readonly kind: 'number';
}

type Scalar = string | number | null;
/** One of several values; the first one is the default. */
export interface ChoiceField<Option extends Scalar = Scalar> extends Facts {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  /** The message for any other value. */
  readonly message: string;
  /** What it may be, in the problem of a file; without it, the options. */
  readonly expected?: string;
}

export interface GroupField<
  Members extends Fields = Fields,
  Nullable extends boolean = boolean,
> extends Partial<Facts> {
  readonly kind: 'group';
  readonly fields: Members;
  /** Whether it may be null: it is read so if one of its required fields can't be read. */
  readonly nullable: Nullable;
}

type NameIn<Group extends GroupField> = keyof Group['fields'] & string;

export interface ListField<Item extends GroupField = GroupField> extends Facts {
  readonly kind: 'list';
  /** The label of one item, followed by its number. */
  readonly itemLabel: string;
  readonly item: Item;
  /** The fields by which an item is recognised in another version of the list. */
  readonly identity: readonly [NameIn<Item>, ...NameIn<Item>[]];
  /** Whether a save drops items without text. */
  readonly dropsBlank?: boolean;
}

export type Field =
  TextField | TextListField | FlagField | NumberField | ChoiceField | GroupField | ListField;

export interface Fields {
  readonly [name: string]: Field;
}

export type ValueOf<F extends Field> = F extends TextField
  ? string
  : F extends TextListField
    ? string[]
    : F extends FlagField
      ? boolean
      : F extends NumberField
        ? number | null
        : F extends ChoiceField<infer Option>
          ? Option
          : F extends ListField<infer Item>
            ? ValueOf<Item>[]
            : F extends GroupField<infer Members, infer Nullable>
              ? ValuesOf<Members> | (Nullable extends true ? null : never)
              : never;

export type ValuesOf<Members extends Fields> = {
  -readonly [Name in keyof Members]: ValueOf<Members[Name]>;
};

/** The type of a field's value in a response: with the HTML of Markdown as `<field>Html`. */
export type WithHtml<F extends Field> =
  F extends ListField<infer Item>
    ? WithHtml<Item>[]
    : F extends GroupField<infer Members, infer Nullable>
      ? | ({ -readonly [Name in keyof Members]: WithHtml<Members[Name]> } & {
            -readonly [
              Name in keyof Members & string as Members[Name] extends MarkdownField
                ? `${Name}Html`
                : never
            ]: ValueOf<Members[Name]>;
          })
        | (Nullable extends true ? null : never)
      : ValueOf<F>;

type MarkdownField = TextField<true> | TextListField<true>;
type Options<F extends Field, Given extends keyof F = never> = Omit<F, 'kind' | 'label' | Given>;

export const text = (
  label: string,
  options: Options<TextField, 'markdown'> = {},
): TextField<false> => ({ kind: 'text', label, markdown: false, ...options });

export const markdown = (
  label: string,
  options: Options<TextField, 'markdown'> = {},
): TextField<true> => ({ kind: 'text', label, markdown: true, ...options });

export const texts = (label: string, typedAs: TextListField['typedAs']): TextListField<false> => ({
  kind: 'texts',
  label,
  markdown: false,
  typedAs,
});

export const markdownLines = (label: string): TextListField<true> => ({
  kind: 'texts',
  label,
  markdown: true,
  typedAs: 'lines',
});

export const flag = (label: string, options: Partial<Options<FlagField>> = {}): FlagField => ({
  kind: 'flag',
  label,
  byDefault: false,
  ...options,
});

export const number = (label: string): NumberField => ({ kind: 'number', label });

export const choice = <const Option extends Scalar>(
  label: string,
  options: Options<ChoiceField<Option>>,
): ChoiceField<Option> => ({ kind: 'choice', label, ...options });

export const group = <const Members extends Fields>(
  fields: Members,
): GroupField<Members, false> => ({ kind: 'group', fields, nullable: false });

/** A group whose fields visitors get, except those with `shown: false`. */
export const publicGroup = <const Members extends Fields>(
  fields: Members,
): GroupField<Members, false> => {
  const shown = Object.entries(fields).map(([name, field]) => [name, { shown: true, ...field }]);
  return group(Object.fromEntries(shown) as Members);
};

/** The same, to be sent by each save. */
export const requiredGroup = <const Members extends Fields>(
  fields: Members,
): GroupField<Members, false> => ({ ...publicGroup(fields), required: true });

export const nullableGroup = <const Members extends Fields>(
  fields: Members,
  options: Partial<Facts> = {},
): GroupField<Members, true> => ({ kind: 'group', fields, nullable: true, ...options });

export const list = <const Item extends GroupField>(
  label: string,
  options: Options<ListField<Item>>,
): ListField<Item> => ({ kind: 'list', label, ...options });

export const isMarkdown = (field: Field): boolean => 'markdown' in field && field.markdown;

/** Returns a value, with or without HTML, as visitors get it: with its shown fields only. */
export const shownValue = <Value>(field: Field, value: Value): Value => {
  if (field.kind === 'list') {
    return (value as unknown[]).map((item) => shownValue(field.item, item)) as Value;
  }
  if (field.kind !== 'group' || !isPlainObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, own]) => {
    const member = field.fields[name] ?? field.fields[name.replace(/Html$/, '')];
    return member?.shown ? [[name, shownValue(member, own)]] : [];
  });
  return Object.fromEntries(entries) as Value;
};

/** Accepts numbers, e.g. a year that was written without quotes. */
const readText = (input: unknown): string | undefined => {
  if (typeof input === 'number') return String(input);
  return typeof input === 'string' ? input : undefined;
};

/** Whether `input` is a value of a text or of a choice. */
export const isReadable = (field: Field, input: unknown): boolean => {
  if (field.kind === 'text') {
    const result = readText(input);
    const isLanguage = field.format === 'language' && result !== '';
    return result !== undefined && (!isLanguage || languageTag(result) !== undefined);
  }
  if (field.kind === 'choice') return field.options.some((option) => option === input);
  return true;
};

const readGroup = ({ fields, nullable }: GroupField, input: unknown): unknown => {
  const result = isPlainObject(input) ? input : {};
  const members = Object.entries(fields);
  const isAbsent = members.some(
    ([name, field]) => field.required === true && !isReadable(field, result[name]),
  );
  if (nullable && (!isPlainObject(input) || isAbsent)) return null;
  const present = members.filter(([name, { sparse }]) => !sparse || result[name] !== undefined);
  return Object.fromEntries(present.map(([name, field]) => [name, read(field, result[name])]));
};

const read = (field: Field, input: unknown): unknown => {
  switch (field.kind) {
    case 'text':
      return isReadable(field, input) ? readText(input) : '';
    case 'texts':
      return Array.isArray(input) ? input.flatMap((item) => readText(item) ?? []) : [];
    case 'flag':
      // A value of another type is read as false, to show nothing by accident.
      return input === undefined || input === null ? field.byDefault : input === true;
    case 'number':
      return typeof input === 'number' ? input : null;
    case 'choice':
      return isReadable(field, input) ? input : field.options[0];
    case 'group':
      return readGroup(field, input);
    case 'list':
      return Array.isArray(input) ? input.map((item) => read(field.item, item)) : [];
  }
};

/**
 * Reads the value of `field` from data that may be outdated or edited by hand: absent values and
 * those of another type become empty or false, and unknown keys are left out. Never throws.
 */
export const readValue = <F extends Field>(field: F, input: unknown): ValueOf<F> =>
  read(field, input) as ValueOf<F>;

export const blankOf = <F extends Field>(field: F): ValueOf<F> => readValue(field, undefined);

/** Returns a label with a lower-case initial, unless it is a name or abbreviation. */
export const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z]*( |$))/, (letter) => letter.toLowerCase());

/** Whether a value contains any text except white space, at any depth. */
export const hasText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasText)
    : typeof value === 'string' && value.trim() !== '';

/** Returns the identity fields of all lists in a field, at any depth. */
export const identitiesOf = (field: Field): (readonly string[])[] => {
  if (field.kind === 'list') return [field.identity, ...identitiesOf(field.item)];
  return field.kind === 'group' ? Object.values(field.fields).flatMap(identitiesOf) : [];
};

/**
 * Returns the path of a field or an item within the value at `path`. A key that is empty or has a dot
 * or a quote is written as in JSON, so that each path is that of one field.
 */
export const inPath = (path: string, key: string | number): string => {
  const name = /^$|[."]/.test(String(key)) ? JSON.stringify(key) : String(key);
  return path === '' ? name : `${path}.${name}`;
};

/**
 * Returns the labels of a value's fields by path, e.g. `social.github`. In a list, `*` stands for
 * any index and `#` for its number, counted from 1: `'*.role': 'Experience #: title'`.
 */
export const labelsOf = (field: Field, path = '', owner = ''): Record<string, string> => {
  const { kind, label } = field;
  const labels: Record<string, string> = {};
  if (label !== undefined) labels[path] = owner === '' ? label : `${owner}: ${inSentence(label)}`;
  if (kind === 'group') {
    for (const [name, member] of Object.entries(field.fields)) {
      Object.assign(labels, labelsOf(member, inPath(path, name), owner));
    }
  }
  if (kind === 'list') {
    const itemPath = inPath(path, '*');
    const itemLabel = `${field.itemLabel} #`;
    labels[itemPath] = itemLabel;
    labels[inPath(path, 'order')] = `${label}: order`;
    Object.assign(labels, labelsOf(field.item, itemPath, itemLabel));
  }
  return labels;
};

const INDEX = /(?<=^|\.)\d+(?=\.|$)/g;

/** Returns the label of the field at `path` from `labelsOf`; without one, the path. */
export const fieldName = (names: Readonly<Record<string, string>>, path: string): string => {
  const name = names[path] ?? names[path.replace(INDEX, '*')];
  const position = Number(path.match(INDEX)?.[0]) + 1;
  return name?.replace('#', String(position)) ?? path;
};
