import {
  blankOf,
  isPublic,
  postFields,
  postInputSchema,
  validate,
  type PostSource,
  type PostInput,
  type Validation,
} from 'content-schema';
import { flag, group, text, type ValueOf } from 'content-schema/fields';

/**
 * A post in its edit form, where the tags are one text, separated by commas, and an empty date is
 * the time of the save.
 */
export const postFormFields = group({
  ...postFields.fields,
  tags: text(postFields.fields.tags.label),
  publishDate: text('Publish on'),
  createdAt: text('Date'),
  header: flag('Show in the header'),
  order: text('Position among the pages'),
});

export interface PostForm extends ValueOf<typeof postFormFields> {}

export const EMPTY_POST: PostForm = blankOf(postFormFields);

/** With `\n` line breaks, which is how a text area returns them. */
export const postForm = ({
  title,
  content,
  tags,
  description = '',
  hidden,
  publishDate = '',
  createdAt = '',
  header,
  order,
}: PostSource): PostForm => ({
  title,
  content: content.replaceAll('\r\n', '\n'),
  tags: tags.join(', '),
  description,
  hidden,
  publishDate,
  createdAt,
  header: header ?? false,
  order: String(order ?? ''),
});

/** The tags in a comma-separated list, without duplicates and with their first spelling. */
export const parseTags = (text: string): string[] => {
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.filter((tag, index) => tag !== '' && tags.indexOf(tag) === index);
};

/** The fields of the form as a request sends them; a post keeps its date if none is sent. */
export const formFields = ({ title, tags, createdAt, order, ...form }: PostForm) =>
  ({
    ...{ ...form, title: title.trim(), tags: parseTags(tags) },
    order: order.trim() === '' ? null : Number(order),
    ...(createdAt !== '' && { createdAt }),
  }) satisfies Partial<PostInput>;

/** Whether visitors see the post once the form is saved. */
export const isPublicForm = ({ hidden, publishDate, createdAt }: PostForm): boolean =>
  isPublic({ hidden, publishDate: publishDate || createdAt }, Date.now());

/** Validates the form. The valid value is the form as it reads after a save. */
export const validatePost = (form: PostForm): Validation<PostForm> => {
  const fields = formFields(form);
  const validation = validate(postInputSchema, fields);
  return validation.valid
    ? {
        valid: true,
        value: { ...form, ...fields, tags: fields.tags.join(', '), order: form.order },
      }
    : validation;
};
