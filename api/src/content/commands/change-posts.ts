import { writePostFile } from 'content-schema/front-matter';
import type { Changes } from '../../git-store/git-store.ts';
import { textChange, type Command, type Ground } from '../change.ts';
import { EntityNotFound, MergeConflict } from '../errors.ts';
import { deletionConflict } from '../posts/merge-posts.ts';
import { findPost, type StoredPost } from '../posts/stored-post.ts';

const presentPost = async ({ blobs, current }: Ground, id: string): Promise<StoredPost> => {
  const post = await findPost(blobs, current.posts, id);
  if (!post) throw new EntityNotFound('Blog post not found');
  return post;
};

/**
 * Throws `EntityNotFound` when there is no such post, and `MergeConflict` when it was edited since
 * it was read.
 */
export const deletePost =
  (id: string): Command =>
  async (ground) => {
    const { base, blobs, current } = ground;
    const post = await presentPost(ground, id);
    const conflict = deletionConflict(base && (await findPost(blobs, base.posts, id)), post);
    if (conflict) throw new MergeConflict([conflict], current.revision);
    const changes: Changes = new Map([[post.entry.path, null]]);
    return { subject: `Delete post "${post.entry.title}"`, changes };
  };

/** Leaves the date of the last update. Throws `EntityNotFound` when there is no such post. */
export const setVisibility =
  (id: string, hidden: boolean): Command =>
  async (ground) => {
    const { entry, fields, text } = await presentPost(ground, id);
    const written = writePostFile(text, { ...fields, hidden }, id);
    return {
      subject: `${hidden ? 'Hide' : 'Show'} post "${entry.title}"`,
      changes: new Map([textChange(entry.path, written)]),
    };
  };
