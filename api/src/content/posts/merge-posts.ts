import { isPageId, timeOf, withoutUndefined, type Conflict, type PostInput } from 'content-schema';
import { POST_FIELDS, toIsoDate, type PostFields } from 'content-schema/front-matter';
import { isSame, mergeValues } from 'content-schema/merge';
import { mapYielding } from '../../git-store/map-yielding.ts';
import type { Edit } from '../saving/apply-edit.ts';
import type { StoredPost } from './stored-posts.ts';

/** The fields of a post that an editor can change; the server sets `updatedAt`. */
export type EditablePost = Omit<PostFields, 'updatedAt'>;

/** Returns a post's fields in the form in which a client sends them. */
export const editablePost = ({ updatedAt: _, ...fields }: PostFields): EditablePost => ({
  ...fields,
  title: fields.title.trim(),
});

/**
 * Returns the fields of a sent post. An absent date keeps the stored one, as do fields that a client
 * can't send; `null` or an empty one removes it, except for `createdAt`, which every post has.
 */
export const sentPost = (sent: PostInput, stored: StoredPost | undefined): EditablePost => {
  const date = toIsoDate(sent.createdAt ?? '') ?? stored?.fields.createdAt;
  const planOf = (key: 'publishDate' | 'expiryDate') =>
    sent[key] === undefined ? stored?.fields[key] : toIsoDate(sent[key] ?? '');
  const [publishDate, expiryDate] = [planOf('publishDate'), planOf('expiryDate')];
  // Without its plan, a post would still be planned for a later date.
  const isUnplanned = stored?.fields.publishDate !== undefined && publishDate === undefined;
  const now = new Date().toISOString();
  const createdAt = isUnplanned && timeOf(date, 0) > Date.parse(now) ? now : date;
  const { title, description, tags, hidden, content } = sent;
  const { aliases, lang, translationKey } = stored?.fields ?? {};
  const { order = stored?.fields.order, header = stored?.fields.header } = sent;
  const isPage = isPageId(sent.id ?? '');
  return {
    ...{ title, tags, hidden, content, ...(description !== '' && { description }) },
    ...withoutUndefined({ createdAt, aliases, publishDate, expiryDate, lang, translationKey }),
    ...withoutUndefined(isPage ? { order: order ?? undefined, header: header || undefined } : {}),
  };
};

/** Normalizes line breaks, because browsers send only line feeds. */
export const withLineFeeds = (post: EditablePost): EditablePost => ({
  ...post,
  content: post.content.replaceAll('\r\n', '\n'),
});

const KEYS = POST_FIELDS.filter((field) => field !== 'updatedAt');

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
