import { postFields, postPath, type LiftedField, type PostInput } from 'content-schema';
import { writePostFile } from 'content-schema/front-matter';
import type { Changes } from '../../git-store/git-store.ts';
import { textChange, type Command, type SaveContext } from '../saving/save-command.ts';
import { MergeConflict } from '../errors.ts';
import { applyEdit } from '../saving/apply-edit.ts';
import { refuseTooComplex } from '../saving/refuse-too-complex.ts';
import { changeSubject } from './change-subject.ts';
import {
  editedKeys,
  mergePosts,
  type EditedPost,
  type MergedPosts,
  type NewPost,
  type StoredPosts,
} from './merge-posts.ts';
import { createIdSet } from 'content-schema/post-id';
import { readPostsInput } from './posts-input.ts';
import { readPosts, rewritePost, takenIds } from './stored-posts.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

type Change = [path: string, bytes: Uint8Array | null];

const storedPosts = async (
  { blobs }: SaveContext,
  { posts }: ContentSnapshot,
): Promise<StoredPosts> =>
  new Map((await readPosts(blobs, posts)).map((post) => [post.entry.id, post]));

/** The ids that new posts get. */
const newIds = (created: readonly NewPost[], ids: Iterable<string>): Map<NewPost, string> => {
  const taken = createIdSet(ids);
  return new Map(
    created.map((post) => [
      post,
      post.id === undefined ? taken.takeNew(post.fields.title) : taken.take(post.id),
    ]),
  );
};

const creation = ({ fields }: NewPost, id: string, now: string): Change =>
  textChange(
    postPath(id),
    writePostFile(undefined, { createdAt: now, ...fields, updatedAt: now }, id),
  );

/** What was taken over from the content of posts, by their ids. */
export type LiftedFields = ReadonlyMap<string, readonly LiftedField[]>;

const liftedById = (
  lifted: ReadonlyMap<PostInput, readonly LiftedField[]>,
  created: ReadonlyMap<NewPost, string>,
): LiftedFields => {
  const ids = new Map([...created].map(([{ sent }, id]) => [sent, id]));
  return new Map([...lifted].map(([sent, fields]) => [sent.id ?? ids.get(sent) ?? '', fields]));
};

const isVisibilityOnly = (post: EditedPost): boolean =>
  editedKeys(post).every((key) => key === 'hidden');

const edition = (post: EditedPost, now: string): Change => {
  const { entry, fields } = post.stored;
  const edited = { ...applyEdit(fields, post), updatedAt: now };
  return textChange(entry.path, rewritePost(post.stored, edited));
};

const subjectOf = ({ created, edited, deleted }: MergedPosts): string => {
  const titlesOf = (posts: readonly EditedPost[]) => posts.map(({ after }) => after.title);
  const switched = edited.filter(isVisibilityOnly);
  return changeSubject({
    created: created.map(({ fields }) => fields.title),
    updated: titlesOf(edited.filter((post) => !isVisibilityOnly(post))),
    hidden: titlesOf(switched.filter(({ after }) => after.hidden)),
    shown: titlesOf(switched.filter(({ after }) => !after.hidden)),
    deleted: deleted.map(({ entry }) => entry.title),
  });
};

/** The contents that a save brings, at their places in the request's body. */
const newTexts = ({ created, edited }: MergedPosts, sent: readonly PostInput[]) => {
  const places = new Map<unknown, number>(
    sent.flatMap((post, index) => [
      [post, index],
      [post.id, index],
    ]),
  );
  const textOf = (place: number | undefined, markdown: string) => ({
    path: place === undefined ? '' : `${place}.content`,
    name: postFields.fields.content.label,
    markdown,
    shape: 'blocks' as const,
  });
  return [
    ...created.map((post) => textOf(places.get(post.sent), post.fields.content)),
    ...edited
      .filter((post) => editedKeys(post).includes('content'))
      .map(({ stored, after }) => textOf(places.get(stored.entry.id), after.content)),
  ];
};

/**
 * Replaces the whole set of posts with the one in a request's body; only differences are written.
 * `onLifted` gets the fields that were taken over from front matter in a content. Throws
 * `InvalidInput`, `MergeConflict` or `UnreadableFile`.
 */
export const savePosts =
  (body: unknown, now: Date, onLifted?: (lifted: LiftedFields) => void): Command =>
  async (context) => {
    const { base, current } = context;
    const theirs = await storedPosts(context, current);
    const began = base === current ? theirs : base && (await storedPosts(context, base));
    const { posts, lifted } = readPostsInput(body, new Map([...(began ?? []), ...theirs]));
    const merged = mergePosts(began, theirs, posts);
    if (merged.conflicts.length > 0) throw new MergeConflict(merged.conflicts, current.revision);
    await refuseTooComplex(context.html, newTexts(merged, posts));

    const ids = newIds(merged.created, takenIds(current));
    onLifted?.(liftedById(lifted, ids));
    const date = now.toISOString();
    const changes: Changes = new Map<string, Uint8Array | null>([
      ...[...ids].map(([post, id]) => creation(post, id, date)),
      ...merged.edited.map((post) => edition(post, date)),
      ...merged.deleted.map(({ entry }): Change => [entry.path, null]),
    ]);
    return { subject: subjectOf(merged), changes };
  };
