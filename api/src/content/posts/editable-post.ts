import type { PostInput } from 'content-schema';
import { isSame } from 'content-schema/merge';
import type { PostFields } from 'content-schema/front-matter';
import type { StoredPost } from './stored-post.ts';

/** What an editor can change of a post; the date of its last update is the server's. */
export type EditablePost = Omit<PostFields, 'updatedAt'>;

/** A post as a client got it and as it sent it back. */
export interface PostEdit {
  readonly before: EditablePost;
  readonly after: EditablePost;
}

/** A post in the form in which a client sends it back. */
export const editablePost = ({
  title,
  tags,
  hidden,
  createdAt,
  content,
}: EditablePost): EditablePost => ({
  title: title.trim(),
  tags,
  hidden,
  ...(createdAt !== undefined && { createdAt }),
  content,
});

/** A post as it was sent; a date that was left out is as it was. */
export const sentPost = (sent: PostInput, stored: StoredPost | undefined): EditablePost => {
  const createdAt = sent.createdAt ?? stored?.fields.createdAt;
  const { title, tags, hidden, content } = sent;
  return { title, tags, hidden, ...(createdAt !== undefined && { createdAt }), content };
};

/** Browsers send texts with line feeds only, so line breaks alone are no difference. */
export const withLineFeeds = (post: EditablePost): EditablePost => ({
  ...post,
  content: post.content.replaceAll('\r\n', '\n'),
});

const KEYS = ['title', 'tags', 'hidden', 'createdAt', 'content'] as const;

/** The fields that an edit changes; empty when it changes nothing. */
export const editedKeys = (edit: PostEdit): (keyof EditablePost)[] => {
  const before = withLineFeeds(edit.before);
  const after = withLineFeeds(edit.after);
  return KEYS.filter((key) => !isSame(before[key], after[key]));
};
