import {
  EXTRACTED_FIELDS,
  isPageId,
  POST_FIELD_NAMES,
  postField,
  SENT_FIELDS,
  timeOf,
  withoutUndefined,
  type PostFields,
  type PostInput,
  type SentField,
} from 'content-schema';
import { toIsoDate } from 'content-schema/front-matter';
import { isSame } from 'content-schema/merge';
import { mapYielding } from '../git-store/map-yielding.ts';
import type { Edit } from './apply-edit.ts';
import type { StoredPost } from '../reading/stored-posts.ts';

/** The fields of a post that an editor can change; the server sets `updatedAt`. */
export type EditablePost = Omit<PostFields, 'updatedAt'>;

/** Returns a post's fields in the form in which a client sends them. */
export const editablePost = ({ updatedAt: _, ...fields }: PostFields): EditablePost => ({
  ...fields,
  title: fields.title.trim(),
});

/** Returns a sent value as a post has it: an empty one is absent unless every post has the field. */
const presentValue = (name: SentField, value: PostInput[SentField]): unknown => {
  const field = postField(name);
  if (field.always) return value;
  if (field.kind === 'text' && field.format === 'date') return toIsoDate(String(value));
  return value === '' || value === null || value === false ? undefined : value;
};

/**
 * Returns the fields of a sent post. Those that a client can't send keep the stored value, and so
 * does an empty `createdAt`, which every post has.
 */
const sentPost = (sent: PostInput, stored: StoredPost | undefined): EditablePost => {
  const names = isPageId(sent.id ?? '') ? SENT_FIELDS : ['content' as const, ...EXTRACTED_FIELDS];
  const values = names.map((name) => [name, presentValue(name, sent[name])]);
  const { updatedAt: _, ...kept } = stored?.fields ?? {};
  const post = { ...kept, ...(Object.fromEntries(values) as EditablePost) };
  const createdAt = post.createdAt ?? stored?.fields.createdAt;
  // Without its plan, a post would still be planned for a later date.
  const isUnplanned = stored?.fields.publishDate !== undefined && post.publishDate === undefined;
  const now = new Date().toISOString();
  const date = isUnplanned && timeOf(createdAt, 0) > Date.parse(now) ? now : createdAt;
  return withoutUndefined({ ...post, createdAt: date }) as EditablePost;
};

/** Normalizes line breaks, because browsers send only line feeds. */
export const withLineFeeds = <P extends { readonly content: string }>(post: P): P => ({
  ...post,
  content: post.content.replaceAll('\r\n', '\n'),
});

const KEYS = POST_FIELD_NAMES.filter((field) => field !== 'updatedAt');

export const editedKeys = (edit: Edit<EditablePost>): (keyof EditablePost)[] => {
  const before = withLineFeeds(edit.before);
  const after = withLineFeeds(edit.after);
  return KEYS.filter((key) => !isSame(before[key], after[key]));
};

export type StoredPosts = ReadonlyMap<string, StoredPost>;

export const byId = (posts: readonly StoredPost[]): StoredPosts =>
  new Map(posts.map((post) => [post.entry.id, post]));

export interface NewPost {
  readonly sent: PostInput;
  /** Absent if the server chooses the id. */
  readonly id?: string;
  readonly before?: undefined;
  readonly after: EditablePost;
}

export interface EditedPost extends Edit<EditablePost> {
  readonly stored: StoredPost;
  readonly keys: readonly (keyof EditablePost)[];
  readonly keepsUpdatedAt: boolean;
}

/** The differences to write; all other posts are unchanged. */
export interface PostEdits {
  readonly created: readonly NewPost[];
  readonly edited: readonly EditedPost[];
  readonly deleted: readonly StoredPost[];
}

/** Compares sent posts with those they were edited from; `deleted` are those not sent. Yields. */
export const comparePosts = async (
  stored: StoredPosts,
  sentPosts: readonly PostInput[],
): Promise<PostEdits> => {
  const created: NewPost[] = [];
  const edited: EditedPost[] = [];
  await mapYielding(sentPosts, (sent) => {
    const { id, keepUpdatedAt: keepsUpdatedAt = false } = sent;
    const before = id === undefined ? undefined : stored.get(id);
    const after = sentPost(sent, before);
    if (!before) {
      created.push({ sent, ...(id !== undefined && { id }), after });
      return;
    }
    const edit = { before: editablePost(before.fields), after };
    const keys = editedKeys(edit);
    if (keys.length > 0) edited.push({ stored: before, ...edit, keys, keepsUpdatedAt });
  });
  const sentIds = new Set(sentPosts.map(({ id }) => id));
  const deleted = [...stored.values()].filter(({ entry }) => !sentIds.has(entry.id));
  return { created, edited, deleted };
};
