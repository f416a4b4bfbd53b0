import type { Changes } from '../../git-store/git-store.ts';
import { textChange, type Command, type SaveContext } from '../saving/save-command.ts';
import { EntityNotFound, MergeConflict } from '../errors.ts';
import { deletionConflict } from './merge-posts.ts';
import { findPost, rewritePost, type StoredPost } from './stored-posts.ts';

const presentPost = async ({ blobs, current }: SaveContext, id: string): Promise<StoredPost> => {
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
  async (context) => {
    const { base, blobs, current } = context;
    const post = await presentPost(context, id);
    const conflict = deletionConflict(base && (await findPost(blobs, base.posts, id)), post);
    if (conflict) throw new MergeConflict([conflict], current.revision);
    const changes: Changes = new Map([[post.entry.path, null]]);
    return { subject: `Delete post "${post.entry.title}"`, changes };
  };

/** Keeps `updatedAt`. Throws `EntityNotFound`, and `UnreadableFile`. */
export const setVisibility =
  (id: string, hidden: boolean): Command =>
  async (context) => {
    const post = await presentPost(context, id);
    const { entry, fields } = post;
    const written = rewritePost(post, { ...fields, hidden });
    return {
      subject: `${hidden ? 'Hide' : 'Show'} post "${entry.title}"`,
      changes: new Map([textChange(entry.path, written)]),
    };
  };
