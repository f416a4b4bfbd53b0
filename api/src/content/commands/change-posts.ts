import { writePostFile } from 'content-schema/front-matter';
import type { Changes } from '../../git-store/git-store.ts';
import { textChange, type Command } from '../change.ts';
import { EntityNotFound } from '../errors.ts';
import { findPost } from '../posts/stored-post.ts';

/** Throws `EntityNotFound` when there is no such post. */
export const deletePost =
  (id: string): Command =>
  ({ current }) => {
    const post = current.posts.find((entry) => entry.id === id);
    if (!post) return Promise.reject(new EntityNotFound('Blog post not found'));
    const changes: Changes = new Map([[post.path, null]]);
    return Promise.resolve({ subject: `Delete post "${post.title}"`, changes });
  };

/** Leaves the date of the last update. Throws `EntityNotFound` when there is no such post. */
export const setVisibility =
  (id: string, hidden: boolean): Command =>
  async ({ current, blobs }) => {
    const post = await findPost(blobs, current, id);
    if (!post) throw new EntityNotFound('Blog post not found');
    const { entry, fields, text } = post;
    const written = writePostFile(text, { ...fields, hidden }, id);
    return {
      subject: `${hidden ? 'Hide' : 'Show'} post "${entry.title}"`,
      changes: new Map([textChange(entry.path, written)]),
    };
  };
