import {
  isPage,
  isPublic,
  nounOf,
  plannedTime,
  postPath,
  SENT_FIELDS,
  type Issue,
  type ExtractedField,
  type PostInput,
} from 'content-schema';
import { writePostFile } from 'content-schema/front-matter';
import type { Changes, Tree } from '../git-store/git-store.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import { detailedSubject, utcTime, type ChangeSummary } from '../messages/commit-subject.ts';
import { editedContent, textChange, type Command } from './save-command.ts';
import { InvalidInput, invalidInput, rejectIssues } from '../reading/errors.ts';
import { applyEdit } from './apply-edit.ts';
import { postText, rejectTooComplex } from './reject-too-complex.ts';
import { aliasIds } from '../reading/addresses.ts';
import { summaryOfPosts } from './change-post.ts';
import { describePhotos } from './describe-photos.ts';
import {
  byId,
  comparePosts,
  type EditablePost,
  type EditedPost,
  type NewPost,
  type PostEdits,
} from './post-edits.ts';
import { createIdSet } from 'content-schema/post-id';
import { readPostsInput } from './posts-input.ts';
import {
  readPosts,
  readReadablePosts,
  rewritePost,
  takenIds,
  type StoredPost,
} from '../reading/stored-posts.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { PostEntry } from '../reading/snapshot.ts';

type Change = [path: string, bytes: Uint8Array | null];

const creation = (
  { after, id }: NewPost & { readonly id: string },
  now: string,
  { layout }: Tree,
): Change => {
  const fields = { createdAt: now, ...after, updatedAt: now };
  const origin = layout && { path: '', layout };
  return textChange(postPath(id), writePostFile(undefined, fields, id, origin));
};

/** The fields that were set from front matter in the content, by post id. */
export type ExtractedFields = ReadonlyMap<string, readonly ExtractedField[]>;

const isVisibilityOnly = ({ keys }: EditedPost): boolean => keys.every((key) => key === 'hidden');

const editChange = (post: EditedPost, now: string): Change => {
  const { entry, fields } = post.stored;
  const edited = { ...applyEdit(fields, post), ...(!post.keepsUpdatedAt && { updatedAt: now }) };
  return textChange(entry.path, rewritePost(post.stored, edited));
};

/** Returns the names of the changed fields, for the commit subject; the content is left out. */
const detailsOf = ({ keys }: EditedPost): string[] =>
  keys.includes('content') ? [] : keys.map(nounOf);

const summaryOf = ({ created, edited, deleted }: PostEdits, now: number): ChangeSummary => {
  const titlesOf = (posts: readonly { readonly after: Pick<EditablePost, 'title'> }[]) =>
    posts.map(({ after }) => after.title);
  const planOf = (post: EditablePost | undefined) => post && plannedTime(post, now);
  const all = [...created, ...edited];
  const planned = all.filter(({ after, before }) => {
    const plan = planOf(after);
    return plan !== undefined && plan !== planOf(before);
  });
  const published = edited.filter(
    ({ after, before }) => planOf(before) !== undefined && isPublic(after, now),
  );
  const named = new Set<unknown>([...planned, ...published]);
  const rest = edited.filter((post) => !named.has(post));
  const switched = rest.filter(isVisibilityOnly);
  const others = rest.filter((post) => !isVisibilityOnly(post));
  const stored = [...edited.map((post) => post.stored), ...deleted].map(({ entry }) => entry);
  const posts = [...created, ...stored];
  const summary = summaryOfPosts(posts, [
    ['Create', titlesOf(all.filter((post) => !post.before && !named.has(post)))],
    ['Plan', titlesOf(planned)],
    ['Publish', titlesOf(published)],
    ['Update', titlesOf(others)],
    ['Hide', titlesOf(switched.filter(({ after }) => after.hidden))],
    ['Show', titlesOf(switched.filter(({ after }) => !after.hidden))],
    ['Delete', deleted.map(({ entry }) => entry.title)],
  ]);
  if (all.length + deleted.length !== 1) return summary;
  const { subject } = summary;
  const [plan] = planned.map(({ after }) => planOf(after));
  const detailed =
    plan === undefined
      ? detailedSubject(subject, others.flatMap(detailsOf))
      : `${subject} for ${utcTime(plan).replace(' at ', ', ')}`;
  return { ...summary, subject: detailed };
};

/** Returns the new contents of a save, with their paths in the request body. */
const newTexts = ({ created, edited }: PostEdits, sent: readonly PostInput[]) => {
  const indexes = new Map<unknown, number>(sent.map((post, index) => [post.id ?? post, index]));
  const textOf = (post: unknown, { content }: EditablePost) =>
    postText(`${indexes.get(post) ?? ''}.content`, content);
  return [
    ...created.map((post) => textOf(post.sent.id ?? post.sent, post.after)),
    ...edited
      .filter(({ keys }) => keys.includes('content'))
      .map(({ stored, after }) => textOf(stored.entry.id, after)),
  ];
};

interface PostsSave {
  readonly body: unknown;
  /** Selects the posts that the save replaces: those of them that were not sent are deleted. */
  readonly among: (post: PostEntry) => boolean;
  /** Reads the selected posts. Posts that it leaves out are kept. */
  readonly read: (blobs: BlobCache, posts: readonly PostEntry[]) => Promise<StoredPost[]>;
  readonly onExtracted: (extracted: ExtractedFields) => void;
}

const createCommand =
  ({ body, among, read, onExtracted }: PostsSave): Command =>
  async (context) => {
    const { base, current, blobs } = context;
    const edited = editedContent(context).posts.filter(among);
    const editedIds = new Set(edited.map(({ id }) => id));
    // A post with the id of a sent one, which others have created since.
    const newer = current.posts.filter((post) => among(post) && !editedIds.has(post.id));
    const stored = byId(await read(blobs, base === current ? edited : [...edited, ...newer]));
    const { posts, sent } = await readPostsInput(body, { base, current, stored });
    const edits = await comparePosts(stored, posts);
    // Without what they were edited from, it is not known whether any were deleted.
    const deleted = base ? edits.deleted.filter(({ entry }) => editedIds.has(entry.id)) : [];
    await rejectTooComplex(context.html, newTexts(edits, posts));

    const used = edits.created.length > 0 ? [...takenIds(current), ...aliasIds(current)] : [];
    const ids = createIdSet(used);
    const created = edits.created.map((post) => ({
      ...post,
      id: post.id === undefined ? ids.takeNew(post.after.title) : ids.take(post.id),
    }));
    const newIdOf = new Map(created.map((post) => [post.sent, post.id]));
    const taken = sent.filter(({ extracted }) => extracted.length > 0);
    onExtracted(
      new Map(taken.map(({ post, extracted }) => [post.id ?? newIdOf.get(post) ?? '', extracted])),
    );
    const date = new Date().toISOString();
    const changes: Changes = new Map<string, Uint8Array | null>([
      ...(await mapYielding(created, (post) => creation(post, date, current.tree))),
      ...(await mapYielding(edits.edited, (post) => editChange(post, date))),
      ...deleted.map(({ entry }): Change => [entry.path, null]),
      ...(await describePhotos(context, [...edits.created, ...edits.edited])),
    ]);
    return { ...summaryOf({ ...edits, deleted }, Date.parse(date)), changes, isEdit: true };
  };

/**
 * Replaces the whole set of posts; pages are kept unless they are sent. `onExtracted` is called
 * with the fields that were set from front matter in the content. Throws `InvalidInput`,
 * `MergeConflict` or `UnreadableFile`.
 */
export const savePosts = (body: unknown, onExtracted: PostsSave['onExtracted']): Command => {
  const ids = new Set(Array.isArray(body) ? body.map(idIn) : []);
  const among = (post: PostEntry) => !isPage(post) || ids.has(post.id);
  return createCommand({ body, among, read: readReadablePosts, onExtracted });
};

export const idIn = (post: unknown): unknown =>
  typeof post === 'object' && post !== null && 'id' in post ? post.id : undefined;

/** Creates or updates the posts of a list; otherwise the same as `savePosts`. */
export const changePosts = (
  posts: readonly unknown[],
  onExtracted: PostsSave['onExtracted'],
): Command => {
  const ids = new Set(posts.map(idIn));
  return createCommand({
    body: posts,
    among: ({ id }) => ids.has(id),
    read: readPosts,
    onExtracted,
  });
};

/** Creates or updates the post in a request body; otherwise the same as `savePosts`. */
export const savePost = (
  id: string,
  body: unknown,
  onExtracted: PostsSave['onExtracted'],
): Command => {
  if (typeof body !== 'object' || body === null || !SENT_FIELDS.some((name) => name in body)) {
    throw invalidInput('', 'The post must be an object with its fields');
  }
  const save = changePosts([{ ...body, id }], onExtracted);
  return async (context) => {
    try {
      return await save(context);
    } catch (error) {
      if (error instanceof InvalidInput) {
        const withoutIndex = ({ path, message }: Issue) => ({
          path: path.replace(/^0\.?/, ''),
          message,
        });
        rejectIssues(error.issues.map(withoutIndex));
      }
      throw error;
    }
  };
};
