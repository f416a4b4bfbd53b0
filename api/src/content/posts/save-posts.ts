import { postPath } from 'content-schema';
import { writePostFile } from 'content-schema/front-matter';
import type { Changes } from '../../git-store/git-store.ts';
import { textChange, type Command, type SaveContext } from '../saving/save-command.ts';
import { MergeConflict } from '../errors.ts';
import { applyEdit } from '../saving/apply-edit.ts';
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
import { readPosts, takenIds } from './stored-posts.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

type Change = [path: string, bytes: Uint8Array | null];

const storedPosts = async (
  { blobs }: SaveContext,
  { posts }: ContentSnapshot,
): Promise<StoredPosts> =>
  new Map((await readPosts(blobs, posts)).map((post) => [post.entry.id, post]));

const creations = (created: readonly NewPost[], ids: Iterable<string>, now: string): Change[] => {
  const taken = createIdSet(ids);
  return created.map(({ id: wanted, fields }) => {
    const id = wanted === undefined ? taken.takeNew(fields.title) : taken.take(wanted);
    const text = writePostFile(undefined, { createdAt: now, ...fields, updatedAt: now }, id);
    return textChange(postPath(id), text);
  });
};

const isVisibilityOnly = (post: EditedPost): boolean =>
  editedKeys(post).every((key) => key === 'hidden');

const edition = (post: EditedPost, now: string): Change => {
  const { entry, fields, text } = post.stored;
  const edited = { ...applyEdit(fields, post), updatedAt: now };
  return textChange(entry.path, writePostFile(text, edited, entry.id));
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

/**
 * Replaces the whole set of posts with the one in a request's body; only differences are written.
 * Throws `InvalidInput` or `MergeConflict`.
 */
export const savePosts =
  (body: unknown, now: Date): Command =>
  async (context) => {
    const { base, current } = context;
    const theirs = await storedPosts(context, current);
    const began = base === current ? theirs : base && (await storedPosts(context, base));
    const mine = readPostsInput(body, new Map([...(began ?? []), ...theirs]));
    const merged = mergePosts(began, theirs, mine);
    if (merged.conflicts.length > 0) throw new MergeConflict(merged.conflicts, current.revision);

    const date = now.toISOString();
    const changes: Changes = new Map<string, Uint8Array | null>([
      ...creations(merged.created, takenIds(current), date),
      ...merged.edited.map((post) => edition(post, date)),
      ...merged.deleted.map(({ entry }): Change => [entry.path, null]),
    ]);
    return { subject: subjectOf(merged), changes };
  };
