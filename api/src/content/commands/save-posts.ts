import { postPath } from 'content-schema';
import { writePostFile } from 'content-schema/front-matter';
import type { Changes } from '../../git-store/git-store.ts';
import { textChange, type Command, type Ground } from '../change.ts';
import { MergeConflict } from '../errors.ts';
import { changeSubject } from '../posts/change-subject.ts';
import { mergePosts, type MergedPosts } from '../posts/merge-posts.ts';
import { createIdSet } from '../posts/new-id.ts';
import { readPostsInput } from '../posts/posts-input.ts';
import { readPosts, type StoredPost } from '../posts/stored-post.ts';

interface Written {
  readonly title: string;
  readonly change: [string, Uint8Array | null];
}

type Kept = MergedPosts['kept'][number];

const writeNew = (
  created: MergedPosts['created'],
  ids: Iterable<string>,
  now: string,
): Written[] => {
  const taken = createIdSet(ids);
  return created.map(({ id: wanted, fields }) => {
    const id = wanted === undefined ? taken.takeNew(fields.title) : taken.take(wanted);
    const text = writePostFile(undefined, { createdAt: now, ...fields, updatedAt: now }, id);
    return { title: fields.title, change: textChange(postPath(id), text) };
  });
};

const isVisibilityOnly = ({ post, fields }: Kept): boolean => {
  const { text, entry } = post;
  const { hidden } = post.fields;
  const others = writePostFile(text, { ...post.fields, ...fields, hidden }, entry.id);
  return others === text;
};

/** Undefined when nothing of the post changes. Hiding or showing it is no update of its text. */
const writeKept = (kept: Kept, now: string): Written | undefined => {
  const { post, fields } = kept;
  const { entry, text } = post;
  const edited = { ...post.fields, ...fields };
  if (writePostFile(text, edited, entry.id) === text) return undefined;
  const dated = isVisibilityOnly(kept) ? edited : { ...edited, updatedAt: now };
  const written = writePostFile(text, dated, entry.id);
  return { title: fields.title, change: textChange(entry.path, written) };
};

const baseOf = async (
  { base, current, blobs }: Ground,
  theirs: ReadonlyMap<string, StoredPost>,
): Promise<ReadonlyMap<string, StoredPost> | undefined> =>
  base === current ? theirs : base && readPosts(blobs, base);

/**
 * Replaces the whole set of posts by the one in a request's body, and writes only the differences.
 * Throws `InvalidInput` or `MergeConflict`.
 */
export const savePosts =
  (body: unknown, now: Date): Command =>
  async (ground) => {
    const { current, blobs } = ground;
    const theirs = await readPosts(blobs, current);
    const base = await baseOf(ground, theirs);
    const mine = readPostsInput(body, new Map([...(base ?? []), ...theirs]));
    const merged = mergePosts(base, theirs, mine);
    if (merged.conflicts.length > 0) throw new MergeConflict(merged.conflicts, current.revision);

    const created = writeNew(merged.created, [...theirs.keys()], now.toISOString());
    const changed = merged.kept.flatMap((kept) => {
      const written = writeKept(kept, now.toISOString());
      return written ? [{ ...written, kept, visibilityOnly: isVisibilityOnly(kept) }] : [];
    });
    const titles = (visibility: boolean, hidden?: boolean): string[] =>
      changed
        .filter(({ visibilityOnly }) => visibilityOnly === visibility)
        .filter(({ kept }) => hidden === undefined || kept.fields.hidden === hidden)
        .map(({ title }) => title);
    const deleted = merged.deleted.map(({ entry }): [string, null] => [entry.path, null]);
    const changes: Changes = new Map([
      ...created.map(({ change }) => change),
      ...changed.map(({ change }) => change),
      ...deleted,
    ]);
    const subject = changeSubject({
      created: created.map(({ title }) => title),
      updated: titles(false),
      hidden: titles(true, true),
      shown: titles(true, false),
      deleted: merged.deleted.map(({ entry }) => entry.title),
    });
    return { subject, changes };
  };
