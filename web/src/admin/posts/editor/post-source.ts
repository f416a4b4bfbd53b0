import type { LiftedField, PostSource } from 'content-schema';
import { createIdSet } from 'content-schema/post-id';
import { useState } from 'react';
import type { EditSource, Latest } from '../../../data/editable-content.ts';
import type { Posts } from '../../../data/posts.ts';
import type { Versioned } from '../../../data/request.ts';
import { EMPTY_POST, formFields, postForm, type PostForm } from '../../editing/post-form.ts';
import { findAgain, useFollowedPost, type FollowedPost } from '../followed-post.ts';
import { unedited, withPost, type SentPost } from '../post-set.ts';

export const POST_MISSING = 'We could not find the blog post you are trying to edit.';
const DELETED = 'This post was deleted elsewhere in the meantime.';

type StoredPosts = Versioned<PostSource[]>;

/** A form as it was saved. */
interface SavedForm extends Versioned<PostForm> {
  /** The fields that were taken over from front matter in the text. */
  readonly lifted?: readonly LiftedField[];
}

export interface PostFormSource extends EditSource<PostForm> {
  readonly save: (form: PostForm, revision: string | undefined) => Promise<SavedForm>;
}

const findIn = ({ answer }: StoredPosts, id: string): PostSource | undefined =>
  answer.find((post) => post.id === id);

/** Stores the form as the post with the id of `known`, which is made anew where it is not stored. */
const savePost = async (
  posts: Posts,
  known: { readonly id: string } & Partial<SentPost>,
  form: PostForm,
  revision: string | undefined,
): Promise<SavedForm> => {
  const before = await posts.setFor(revision);
  const stored = findIn(before, known.id);
  const updatedAt = new Date().toISOString();
  const post = {
    ...known,
    ...(stored && unedited(stored, before)),
    ...formFields(form),
    updatedAt,
  };
  const saved = await posts.replace(withPost(before, post), revision);
  const { revision: savedAt, answer } = saved;
  const found = answer.find(({ id }) => id === known.id);
  if (!found) return { answer: form, revision: savedAt };
  return {
    answer: postForm(found),
    revision: savedAt,
    ...(found.lifted && { lifted: found.lifted }),
  };
};

/** What is stored now of a post, or `absent`. */
const latestPost = async (
  posts: Posts,
  find: (posts: StoredPosts) => PostSource | undefined,
  absent: Omit<Latest<PostForm>, 'revision'>,
): Promise<Latest<PostForm>> => {
  const latest = await posts.latest();
  const post = find(latest);
  return { ...(post ? { answer: postForm(post) } : absent), revision: latest.revision };
};

/** One post of those that are stored, as a form edits it. */
export const storedPostSource = (
  posts: Posts,
  { revision }: StoredPosts,
  followed: FollowedPost,
): PostFormSource => {
  const { post, isGone } = followed;
  const { id } = post;
  const form = postForm(post);
  return {
    stored: { answer: form, revision },
    ...(isGone && { removed: `${DELETED} Saving brings it back as it is here.` }),
    latest: () =>
      latestPost(posts, ({ answer }) => findAgain(followed, answer), {
        answer: form,
        removed: `${DELETED} Save again to bring it back as it is here.`,
      }),
    save: (edited, from) => savePost(posts, { ...unedited(post, { revision }), id }, edited, from),
  };
};

interface NewPost {
  readonly source: PostFormSource;
  /** Undefined until it is first saved. */
  readonly id: string | undefined;
}

/**
 * A post that is yet to be stored; once it is, a further save changes it.
 *
 * @param keptId the id of a post whose draft it continues.
 */
export const useNewPost = (
  posts: Posts,
  stored: StoredPosts,
  keptId: string | undefined,
): NewPost => {
  const isFree = (id: string | undefined) => id !== undefined && !findIn(stored, id);
  const [nothing] = useState({ answer: EMPTY_POST, revision: stored.revision });
  // Both are chosen here, so that a save whose answer was lost makes no second post when repeated.
  const [chosenId, setChosenId] = useState(() => (isFree(keptId) ? keptId : undefined));
  const [begunAt, setBegunAt] = useState<string>();
  const followed = useFollowedPost(stored.answer, chosenId);
  if (followed) {
    return { id: followed.post.id, source: storedPostSource(posts, stored, followed) };
  }
  const source: PostFormSource = {
    stored: nothing,
    latest: () =>
      latestPost(posts, (latest) => findIn(latest, chosenId ?? ''), { answer: EMPTY_POST }),
    save: (form, revision) => {
      const ids = createIdSet(stored.answer.map((post) => post.id));
      const id = chosenId ?? ids.takeNew(form.title);
      setChosenId(id);
      const createdAt = begunAt ?? new Date().toISOString();
      setBegunAt(createdAt);
      return savePost(posts, { id, createdAt }, form, revision);
    },
  };
  return { id: chosenId, source };
};
