import * as v from 'valibot';
import {
  blankOf,
  hasText,
  isMarkdown,
  isReadable,
  type Field,
  type Fields,
  type GroupField,
  type Issue,
  type ListField,
  type Rules,
  type TextField,
  type ValueOf,
} from './fields.ts';
import { LIST_MAX_LENGTH } from '../limits.ts';
import { isIsoDate } from '../text/iso-date.ts';
import { languageTag } from '../text/language-tag.ts';

/** Schemas of fields: texts can be stored as UTF-8, and messages name the field. */

/** A placeholder in messages for the path of the field, which `validate` replaces. */
export const FIELD = '{field}';

const mustBe = (kind: string) => (issue: v.BaseIssue<unknown>) =>
  issue.input === undefined ? `${FIELD} is missing` : `${FIELD} must be ${kind}`;

/** Text without lone surrogates, such as half of an emoji, which UTF-8 can't represent. */
export const text = () =>
  v.pipe(
    v.string(mustBe('text')),
    v.check((value) => value.isWellFormed(), `${FIELD} contains half of a character`),
  );

export const trimmedText = () => v.pipe(text(), v.trim());

export const line = (label: string, most: number) =>
  v.pipe(trimmedText(), v.maxLength(most, `${label} must be ${most} characters or fewer`));

const tooMany = (label: string, most: number) => `${label} must be ${most} entries or fewer`;

/** A list of trimmed, non-empty texts. The entries of a list that is too long are not validated. */
const textList = (label: string) => {
  const texts = v.pipe(
    // Only the first invalid entry is reported, since there may be millions.
    v.config(v.array(trimmedText(), mustBe('a list')), { abortEarly: true }),
    v.transform((items) => items.filter((item) => item !== '')),
  );
  const tooLong = v.pipe(
    v.custom<string[]>(() => true),
    v.check(() => false, tooMany(label, LIST_MAX_LENGTH)),
  );
  return v.lazy((input) =>
    Array.isArray(input) && input.length > LIST_MAX_LENGTH ? tooLong : texts,
  );
};

export const flag = () => v.boolean(mustBe('true or false'));

/** A whole number in a query, in decimal digits; `byDefault` if absent. */
export const wholeNumber = (min: number, max: number, byDefault: number) => {
  const message = `${FIELD} must be a whole number from ${min} to ${max}`;
  return v.optional(
    v.pipe(
      v.string(message),
      v.regex(/^\d{1,9}$/, message),
      v.transform(Number),
      v.minValue(min, message),
      v.maxValue(max, message),
    ),
    String(byDefault),
  );
};

/** An object; unknown fields are dropped. */
export const record = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, mustBe('an object'));

/** A list of at most `most` entries of any type. */
export const listOf = (label: string, most: number) =>
  v.pipe(
    v.custom<readonly unknown[]>(Array.isArray, mustBe('a list')),
    v.maxLength(most, tooMany(label, most)),
  );

/** A list of at most `most` entries; those of a longer one are not validated. */
export const list = <const Item extends v.GenericSchema>(
  label: string,
  item: Item,
  most = LIST_MAX_LENGTH,
) => v.pipe(listOf(label, most), v.array(item));

type Schema<Value = unknown> = v.GenericSchema<unknown, Value>;

const isLanguage = (text: string): boolean => languageTag(text) !== undefined;

const FORMATS = {
  email: v.rfcEmail('Enter a valid email address'),
  language: v.check(isLanguage, 'Language must be a tag such as en, de or pt-BR'),
  date: v.check(isIsoDate, 'Dates must be ISO dates, such as 2026-01-31T12:00:00.000Z'),
} as const;

const textField = ({ label, limit, maxLength, format, untrimmed }: TextField): Schema => {
  const most = limit ?? maxLength ?? Infinity;
  const typed = v.pipe(
    untrimmed ? text() : trimmedText(),
    v.maxLength(most, `${label} must be ${most} characters or fewer`),
  );
  if (!format) return typed;
  const formatted = v.pipe(typed, v.union([v.literal(''), v.pipe(v.string(), FORMATS[format])]));
  const orNull = v.pipe(
    v.nullable(formatted),
    v.transform((date) => date ?? ''),
  );
  return format === 'date' ? orNull : formatted;
};

export const entriesOf = <Members extends Fields>(fields: Members) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required
        ? schemaFor(field)
        : v.optional(schemaFor(field), field.sparse ? undefined : () => blankOf(field)),
    ]),
  ) as { readonly [Name in keyof Members]: Schema<ValueOf<Members[Name]>> };

const groupField = ({ fields, nullable }: GroupField): Schema => {
  const members = record(entriesOf(fields));
  return nullable ? v.nullable(members) : members;
};

const listField = ({ label, item, dropsBlank }: ListField): Schema =>
  v.pipe(
    list(label, schemaFor(item)),
    v.transform((items) => (dropsBlank ? items.filter(hasText) : items)),
  );

const schemaFor = (field: Field): Schema => {
  switch (field.kind) {
    case 'text':
      return textField(field);
    case 'texts':
      return textList(field.label);
    case 'flag':
      return flag();
    case 'number':
      return v.nullable(v.number(`${field.label} must be a number`));
    case 'choice':
      return v.custom((input) => isReadable(field, input), field.message);
    case 'group':
      return groupField(field);
    case 'list':
      return listField(field);
  }
};

/** The strict schema of a field's value: trimmed, within its limits, unknown fields dropped. */
export const schemaOf = <F extends Field>(field: F): Schema<ValueOf<F>> =>
  schemaFor(field) as Schema<ValueOf<F>>;

/** Converts a path to valibot's form; `validate` only uses the keys. */
const pathTo = (path: string): { path?: [v.IssuePathItem, ...v.IssuePathItem[]] } => {
  const unused = { type: 'unknown', origin: 'value', input: undefined, value: undefined } as const;
  const [first, ...rest] = path.split('.').map((key) => ({ ...unused, key }));
  return path === '' || !first ? {} : { path: [first, ...rest] };
};

/** Checks all `rules` even if fields have issues, so that all are reported at once. */
export const checkRules = <Value>(rules: Rules<Value>) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [isBroken, path, message] of rules(dataset.value)) {
      if (isBroken) addIssue({ message, ...pathTo(path) });
    }
  });

export type Validation<Output> =
  | { readonly valid: true; readonly value: Output }
  | { readonly valid: false; readonly issues: [Issue, ...Issue[]] };

const toIssue = (issue: v.BaseIssue<unknown>, parent: string): Issue => {
  const path = [parent, v.getDotPath(issue) ?? ''].filter(Boolean).join('.');
  return { path, message: issue.message.replace(FIELD, path === '' ? 'The body' : path) };
};

interface ValidateOptions<Value> {
  /** Returns true for an issue to ignore. */
  readonly excuse?: (issue: Issue, value: Value) => boolean;
  /** The path of the input within a larger value, with which the paths of issues begin. */
  readonly path?: string;
}

/** Validates `input`; on failure returns all issues with path and message. */
export const validate = <const Schema extends v.GenericSchema>(
  schema: Schema,
  input: unknown,
  { excuse = () => false, path = '' }: ValidateOptions<v.InferOutput<Schema>> = {},
): Validation<v.InferOutput<Schema>> => {
  const result = v.safeParse(schema, input);
  const issues = (result.issues ?? []).map((issue) => toIssue(issue, path));
  const [first, ...rest] = result.typed
    ? issues.filter((issue) => !excuse(issue, result.output))
    : issues;
  if (first) return { valid: false, issues: [first, ...rest] };
  return { valid: true, value: result.output };
};

/** Normalises `value` as `schema` does, ignoring broken rules; unchanged if its type is another. */
export const normalize = <Value>(schema: v.GenericSchema<unknown, Value>, value: Value): Value => {
  const result = v.safeParse(schema, value);
  return result.typed ? result.output : value;
};

/** A JSON Schema of draft 7, which editors know best. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const textSchema = ({ limit, maxLength = limit, format }: TextField): JsonSchema => ({
  type: 'string',
  maxLength,
  ...(format === 'email' && { anyOf: [{ maxLength: 0 }, { format: 'email' }] }),
});

const shapeOf = (field: Field): JsonSchema => {
  switch (field.kind) {
    case 'text':
      return textSchema(field);
    case 'texts':
      return { type: 'array', maxItems: LIST_MAX_LENGTH, items: { type: 'string' } };
    case 'flag':
      return { type: 'boolean', default: field.byDefault };
    case 'number':
      return { type: ['number', 'null'] };
    case 'choice':
      return { enum: field.options };
    case 'group': {
      const entries = Object.entries(field.fields);
      const properties = Object.fromEntries(entries.map(([key, own]) => [key, jsonSchemaOf(own)]));
      return { type: field.nullable ? ['object', 'null'] : 'object', properties };
    }
    case 'list':
      return { type: 'array', maxItems: LIST_MAX_LENGTH, items: jsonSchemaOf(field.item) };
  }
};

/** As a file is read: no key is required, and unknown ones are allowed. */
export function jsonSchemaOf(field: Field): JsonSchema {
  return {
    title: field.label,
    ...(isMarkdown(field) && { description: 'Markdown' }),
    ...shapeOf(field),
  };
}
