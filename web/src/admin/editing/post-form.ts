import {
  blankOf,
  postFields,
  postInputSchema,
  validate,
  type PostSource,
  type PostInput,
  type Validation,
} from 'content-schema';
import { group, text, type ValueOf } from 'content-schema/fields';

/** A post as it is edited: its tags are one text, with commas between them. */
export const postFormFields = group({
  ...postFields.fields,
  tags: text(postFields.fields.tags.label),
});

export interface PostForm extends ValueOf<typeof postFormFields> {}

export const EMPTY_POST: PostForm = blankOf(postFormFields);

/** With the line breaks of a text area, which knows no others. */
export const postForm = ({ title, content, tags, hidden }: PostSource): PostForm => ({
  title,
  content: content.replaceAll('\r\n', '\n'),
  tags: tags.join(', '),
  hidden,
});

/** The tags of a comma-separated list, each once, as it is first spelled. */
export const parseTags = (text: string): string[] => {
  const tags = text.split(',').map((tag) => tag.trim());
  return tags.filter((tag, index) => tag !== '' && tags.indexOf(tag) === index);
};

/** The fields of the form as they are stored. */
export const formFields = ({ title, content, tags, hidden }: PostForm) =>
  ({ title: title.trim(), content, tags: parseTags(tags), hidden }) satisfies Partial<PostInput>;

/** The form as it comes back once it is saved, or what keeps it from being saved. */
export const validatePost = (form: PostForm): Validation<PostForm> => {
  const fields = formFields(form);
  const validation = validate(postInputSchema, fields);
  return validation.valid
    ? { valid: true, value: { ...fields, tags: fields.tags.join(', ') } }
    : validation;
};
