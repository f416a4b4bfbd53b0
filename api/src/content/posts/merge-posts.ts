import type { Conflict, PostInput } from 'content-schema';
import type { PostFields } from 'content-schema/front-matter';
import { isSame, mergeValues } from 'content-schema/merge';
import { postPath } from 'content-schema';
import type { StoredPost } from './stored-post.ts';

type Stored = ReadonlyMap<string, StoredPost>;

/** What an editor can change of a post; the date of its last update is the server's. */
type Editable = Omit<PostFields, 'updatedAt'>;

/** What shall become of each post. */
export interface MergedPosts {
  readonly created: readonly { readonly id?: string; readonly fields: Editable }[];
  readonly kept: readonly { readonly post: StoredPost; readonly fields: Editable }[];
  readonly deleted: readonly StoredPost[];
  readonly conflicts: readonly Conflict[];
}

const editable = ({ title, tags, hidden, createdAt, content }: PostFields): Editable => ({
  title,
  tags,
  hidden,
  ...(createdAt !== undefined && { createdAt }),
  content,
});

/** A post as it was sent; dates that were left out are as they were. */
const sentFields = (sent: PostInput, stored: StoredPost | undefined): Editable => {
  const { title, tags, hidden, content } = sent;
  const createdAt = sent.createdAt ?? stored?.fields.createdAt;
  return { title, tags, hidden, ...(createdAt !== undefined && { createdAt }), content };
};

/** Browsers send texts with line feeds only, so line breaks are no difference to merge over. */
const withLineFeeds = (fields: Editable): Editable => ({
  ...fields,
  content: fields.content.replaceAll('\r\n', '\n'),
});

const mergeFields = (base: StoredPost | undefined, theirs: StoredPost, mine: Editable) => {
  if (base?.text === theirs.text) return { value: mine, conflicts: [] };
  const { value, conflicts } = mergeValues(
    base && withLineFeeds(editable(base.fields)),
    withLineFeeds(editable(theirs.fields)),
    withLineFeeds(mine),
  );
  return { value: value as Editable, conflicts };
};

/**
 * Compares the set of posts that was sent (`mine`) with the one it was made from (`base`) and the
 * present one (`theirs`). A post that the base did not have is never deleted; without a base none
 * is.
 */
export const mergePosts = (
  base: Stored | undefined,
  theirs: Stored,
  mine: readonly PostInput[],
): MergedPosts => {
  const created: { id?: string; fields: Editable }[] = [];
  const kept: { post: StoredPost; fields: Editable }[] = [];
  const deleted: StoredPost[] = [];
  const conflicts: Conflict[] = [];

  const mergeSent = (sent: PostInput): void => {
    const { id } = sent;
    const before = id === undefined ? undefined : base?.get(id);
    const present = id === undefined ? undefined : theirs.get(id);
    const fields = sentFields(sent, present ?? before);
    if (present) {
      const result = mergeFields(before, present, fields);
      kept.push({ post: present, fields: result.value });
      const file = present.entry.path;
      conflicts.push(...result.conflicts.map((conflict) => ({ file, ...conflict })));
    } else if (!before) {
      created.push({ ...(id !== undefined && { id }), fields });
    } else if (!isSame(withLineFeeds(editable(before.fields)), withLineFeeds(fields))) {
      const file = postPath(before.entry.id);
      conflicts.push({ file, field: '', base: before.fields, theirs: null, mine: fields });
    }
  };

  const mergeAbsent = (present: StoredPost): void => {
    const before = base?.get(present.entry.id);
    if (!before) return;
    if (before.text === present.text) deleted.push(present);
    else {
      const { path: file } = present.entry;
      conflicts.push({
        file,
        field: '',
        base: before.fields,
        theirs: present.fields,
        mine: null,
      });
    }
  };

  mine.forEach(mergeSent);
  const sentIds = new Set(mine.map(({ id }) => id));
  [...theirs.values()].filter(({ entry }) => !sentIds.has(entry.id)).forEach(mergeAbsent);
  return { created, kept, deleted, conflicts };
};
