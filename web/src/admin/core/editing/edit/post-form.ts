import {
  blankOf,
  isPublic,
  namesWhere,
  pick,
  postFields,
  postInputSchema,
  validate,
  type PostInput,
  type PostSource,
  type Validation,
} from 'content-schema';
import { group, text, type ValueOf } from 'content-schema/fields';

const FORM_FIELDS = namesWhere({ inForm: true });

/** A post in its form: the tags are one text, with commas; an empty date is that of the save. */
export const postFormFields = group({
  ...pick(postFields.fields, FORM_FIELDS),
  tags: text(postFields.fields.tags.label),
  order: text(postFields.fields.order.label),
});

export interface PostForm extends ValueOf<typeof postFormFields> {}

export const EMPTY_POST: PostForm = blankOf(postFormFields);

/** Returns the fields that a form has, with `\n` line breaks, which is how a text area returns them. */
export const inForm = (fields: Partial<Record<keyof PostForm, unknown>>): Partial<PostForm> => {
  const textOf = (value: unknown) =>
    [value ?? ''].flat().map(String).join(', ').replaceAll('\r\n', '\n');
  const values = Object.entries(pick(fields, FORM_FIELDS)).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? value : textOf(value),
  ]);
  return Object.fromEntries(values) as Partial<PostForm>;
};

export const postForm = (post: PostSource): PostForm => ({ ...EMPTY_POST, ...inForm(post) });

/** The tags in a comma-separated list, without duplicates and with their first spelling. */
export const parseTags = (text: string): string[] => {
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.filter((tag, index) => tag !== '' && tags.indexOf(tag) === index);
};

export const formFields = ({ title, tags, order, ...form }: PostForm) =>
  ({
    ...{ ...form, title: title.trim(), tags: parseTags(tags) },
    order: order.trim() === '' ? null : Number(order),
  }) satisfies Partial<PostInput>;

export const isPublicForm = ({ hidden, publishDate, createdAt }: PostForm): boolean =>
  isPublic({ hidden, publishDate: publishDate || createdAt }, Date.now());

/** Validates the form. The valid value is the form as it reads after a save. */
export const validatePost = (form: PostForm): Validation<PostForm> => {
  const fields = formFields(form);
  const validation = validate(postInputSchema, fields);
  return validation.valid ? { valid: true, value: { ...form, ...inForm(fields) } } : validation;
};
