/**
 * Each fact about a field of the content stands once, in a descriptor: what it is called, how long
 * it may be, whether it is Markdown. Descriptors are plain data, so that what is derived from them
 * here costs a public page nothing; schemas, which need valibot, are derived in `schema.ts`.
 */

/** One thing that is wrong with a value; `path` leads to the field, e.g. `social.github`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** What must hold between the fields of a value: for each rule the issue that its breach is. */
export type Rules<Value> = (value: Value) => readonly (Issue | false | null | undefined)[];

interface Facts {
  /** What forms, messages, conflicts and drafts call it. */
  readonly label: string;
  /** A save has to send it. Of the others, one that is not sent keeps what is stored. */
  readonly required?: boolean;
}

export interface TextField<Markdown extends boolean = boolean> extends Facts {
  readonly kind: 'text';
  readonly markdown: Markdown;
  /**
   * The most characters. With `limit` more can be typed, to be shortened afterwards: a counter
   * turns red and a save is refused. With `maxLength`, as in HTML, typing stops: for texts of
   * which the specification limits the input itself.
   */
  readonly limit?: number;
  readonly maxLength?: number;
  /** What is said of a text that is neither empty nor an email address. */
  readonly emailMessage?: string;
  /** White space at its ends is part of it. */
  readonly untrimmed?: boolean;
}

/** A list of texts, of which empty ones are dropped. */
export interface TextListField<Markdown extends boolean = boolean> extends Facts {
  readonly kind: 'texts';
  readonly markdown: Markdown;
  /** How it is typed: items between commas, one on each line, or all as a single item. */
  readonly typedAs: 'commas' | 'lines' | 'one item';
}

export interface FlagField extends Facts {
  readonly kind: 'flag';
  /** What it is where nothing says so. */
  readonly byDefault: boolean;
}

/** One of a few words, the first where nothing says which. */
export interface ChoiceField<Option extends string = string> extends Facts {
  readonly kind: 'choice';
  readonly options: readonly Option[];
  /** What is said of any other word. */
  readonly message: string;
}

export interface GroupField<
  Members extends Fields = Fields,
  Nullable extends boolean = boolean,
> extends Partial<Facts> {
  readonly kind: 'group';
  readonly fields: Members;
  /** It may be null, and is where one of its required fields can't be read. */
  readonly nullable: Nullable;
}

type NameIn<Group extends GroupField> = keyof Group['fields'] & string;

export interface ListField<Item extends GroupField = GroupField> extends Facts {
  readonly kind: 'list';
  /** What one item is called; its number follows. */
  readonly itemLabel: string;
  readonly item: Item;
  /**
   * The fields that say which item it is: versions of a list that have an item with the same in all
   * of them have the same item, whatever else differs.
   */
  readonly identity: readonly [NameIn<Item>, ...NameIn<Item>[]];
  /** Items without any text are dropped in a save. */
  readonly dropsBlank: boolean;
}

export type Field = TextField | TextListField | FlagField | ChoiceField | GroupField | ListField;

export interface Fields {
  readonly [name: string]: Field;
}

/** What a field holds. */
export type ValueOf<F extends Field> = F extends TextField
  ? string
  : F extends TextListField
    ? string[]
    : F extends FlagField
      ? boolean
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

/** What an answer holds of a field: beside each Markdown text its HTML, named `<field>Html`. */
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

export const choice = <const Option extends string>(
  label: string,
  options: Options<ChoiceField<Option>>,
): ChoiceField<Option> => ({ kind: 'choice', label, ...options });

export const group = <const Members extends Fields>(
  fields: Members,
  options: Partial<Facts> = {},
): GroupField<Members, false> => ({ kind: 'group', fields, nullable: false, ...options });

export const nullableGroup = <const Members extends Fields>(
  fields: Members,
  options: Partial<Facts> = {},
): GroupField<Members, true> => ({ kind: 'group', fields, nullable: true, ...options });

export const list = <const Item extends GroupField>(
  label: string,
  options: Omit<Options<ListField<Item>>, 'dropsBlank'> & { readonly dropsBlank?: boolean },
): ListField<Item> => ({ kind: 'list', label, dropsBlank: false, ...options });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A number is what somebody typed without quotes, e.g. a year. */
const readText = (input: unknown): string | undefined => {
  if (typeof input === 'number') return String(input);
  return typeof input === 'string' ? input : undefined;
};

const isReadable = (field: Field, input: unknown): boolean => {
  if (field.kind === 'text') return readText(input) !== undefined;
  if (field.kind === 'choice') return field.options.some((option) => option === input);
  return true;
};

const readGroup = ({ fields, nullable }: GroupField, input: unknown): unknown => {
  const found = isObject(input) ? input : {};
  const members = Object.entries(fields);
  const isAbsent = members.some(
    ([name, field]) => field.required === true && !isReadable(field, found[name]),
  );
  if (nullable && (!isObject(input) || isAbsent)) return null;
  return Object.fromEntries(members.map(([name, field]) => [name, read(field, found[name])]));
};

const read = (field: Field, input: unknown): unknown => {
  switch (field.kind) {
    case 'text':
      return readText(input) ?? '';
    case 'texts':
      return Array.isArray(input) ? input.flatMap((item) => readText(item) ?? []) : [];
    case 'flag':
      // What is there but not understood shows nothing.
      return input === undefined || input === null ? field.byDefault : input === true;
    case 'choice':
      return isReadable(field, input) ? input : field.options[0];
    case 'group':
      return readGroup(field, input);
    case 'list':
      return Array.isArray(input) ? input.map((item) => read(field.item, item)) : [];
  }
};

/**
 * The value of `field` in data that may be of an older form, or edited by hand: what is absent or
 * of another type is read as empty or as false, what is not known is left out. Never throws.
 */
export const readValue = <F extends Field>(field: F, input: unknown): ValueOf<F> =>
  read(field, input) as ValueOf<F>;

/** What a field holds before anything is typed. */
export const blankOf = <F extends Field>(field: F): ValueOf<F> => readValue(field, undefined);

/** A label within a sentence; names and abbreviations at its start stay as they are. */
export const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z]*( |$))/, (letter) => letter.toLowerCase());

/** Whether there is any text in a value, at any depth, but white space. */
export const hasText = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasText)
    : typeof value === 'string' && value.trim() !== '';

/** The identities of all items in a value, at any depth. */
export const identitiesOf = (field: Field): (readonly string[])[] => {
  if (field.kind === 'list') return [field.identity, ...identitiesOf(field.item)];
  return field.kind === 'group' ? Object.values(field.fields).flatMap(identitiesOf) : [];
};

const inPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/**
 * What the fields of a value are called, by their paths, e.g. `social.github`. In a list `*` stands
 * for any place and `#` for its number, counted from 1: `'*.role': 'Experience #: title'`.
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
    Object.assign(labels, { [itemPath]: itemLabel }, labelsOf(field.item, itemPath, itemLabel));
  }
  return labels;
};

const INDEX = /(?<=^|\.)\d+(?=\.|$)/g;

/** What the field at `path` is called by `labelsOf`; a path without a name stands for itself. */
export const fieldName = (names: Readonly<Record<string, string>>, path: string): string => {
  const name = names[path] ?? names[path.replace(INDEX, '*')];
  const place = Number(path.match(INDEX)?.[0]) + 1;
  return name?.replace('#', String(place)) ?? path;
};
