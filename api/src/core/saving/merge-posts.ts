import {
  EXTRACTED_FIELDS,
  isPageId,
  POST_FIELD_NAMES,
  postField,
  SENT_FIELDS,
  timeOf,
  withoutUndefined,
  type Conflict,
  type PostFields,
  type PostInput,
  type SentField,
} from 'content-schema';
import { toIsoDate } from 'content-schema/front-matter';
import { isSame, mergeValues } from 'content-schema/merge';
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
 * Returns the fields of a sent post, which lacks none. Those that a client can't send keep the stored
 * value, and so does `createdAt`, which every post has, if it is empty.
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
export interface MergedPosts {
  readonly created: readonly NewPost[];
  readonly edited: readonly EditedPost[];
  readonly deleted: readonly StoredPost[];
  readonly conflicts: readonly Conflict[];
}

const isUntouched = (base: StoredPost | undefined, theirs: StoredPost): boolean =>
  base?.entry.blob === theirs.entry.blob;

const mergePost = (base: StoredPost | undefined, theirs: StoredPost, mine: EditablePost) => {
  if (isUntouched(base, theirs)) return { value: mine, conflicts: [] };
  return mergeValues(
    base && withLineFeeds(editablePost(base.fields)),
    withLineFeeds(editablePost(theirs.fields)),
    withLineFeeds(mine),
  );
};

/**
 * Merges the posts that were sent (`mine`) with those they were edited from (`base`) and the
 * current ones (`theirs`). A post that is not in the base is never deleted; without a base no post
 * is. Yields to other requests.
 */
export const mergePosts = async (
  base: StoredPosts | undefined,
  theirs: StoredPosts,
  mine: readonly PostInput[],
): Promise<MergedPosts> => {
  const created: NewPost[] = [];
  const edited: EditedPost[] = [];
  const deleted: StoredPost[] = [];
  const conflicts: Conflict[] = [];

  const mergeSent = (sent: PostInput): void => {
    const { id } = sent;
    const began = id === undefined ? undefined : base?.get(id);
    const stored = id === undefined ? undefined : theirs.get(id);
    const post = sentPost(sent, stored ?? began);
    if (stored) {
      const result = mergePost(began, stored, post);
      const file = stored.entry.path;
      conflicts.push(...result.conflicts.map((conflict) => ({ file, ...conflict })));
      const edit = { before: editablePost(stored.fields), after: result.value };
      const keys = editedKeys(edit);
      const { keepUpdatedAt: keepsUpdatedAt = false } = sent;
      if (keys.length > 0) edited.push({ stored, ...edit, keys, keepsUpdatedAt });
    } else if (!began) {
      created.push({ sent, ...(id !== undefined && { id }), after: post });
    } else {
      const before = editablePost(began.fields);
      if (isSame(withLineFeeds(before), withLineFeeds(post))) return;
      const file = began.entry.path;
      conflicts.push({ file, field: '', base: before, theirs: null, mine: post });
    }
  };

  const mergeAbsent = (stored: StoredPost): void => {
    const began = base?.get(stored.entry.id);
    if (!began) return;
    if (isUntouched(began, stored)) {
      deleted.push(stored);
      return;
    }
    const [before, theirs] = [editablePost(began.fields), editablePost(stored.fields)];
    conflicts.push({ file: stored.entry.path, field: '', base: before, theirs, mine: null });
  };

  await mapYielding(mine, mergeSent);
  const sentIds = new Set(mine.map(({ id }) => id));
  [...theirs.values()].filter(({ entry }) => !sentIds.has(entry.id)).forEach(mergeAbsent);
  return { created, edited, deleted, conflicts };
};
