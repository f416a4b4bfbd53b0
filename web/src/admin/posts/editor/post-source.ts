import type { PostSource } from 'content-schema';
import { createIdSet } from 'content-schema/post-id';
import { useRef, useState } from 'react';
import type { EditSource } from '../../../data/editable-content.ts';
import { ApiError, type Versioned } from '../../../data/request.ts';
import { unedited, withPost, type SentPost } from '../post-set.ts';
import type { Posts } from '../../../data/posts.ts';
import { EMPTY_POST, formFields, postForm, type PostForm } from './post-form.ts';

export const POST_MISSING = 'We could not find the blog post you are trying to edit.';
const DELETED_ELSEWHERE =
  'This post was deleted elsewhere in the meantime. Save again to bring it back as it is here.';

type StoredPosts = Versioned<PostSource[]>;
type StoredForm = Versioned<PostForm>;

const findIn = ({ answer }: StoredPosts, id: string): PostSource | undefined =>
  answer.find((post) => post.id === id);

/** The post as it is stored; `absent` where it is not, so that a save brings it into being. */
const formIn = (stored: StoredPosts, id: string, absent: PostForm): StoredForm => {
  const post = findIn(stored, id);
  return { answer: post ? postForm(post) : absent, revision: stored.revision };
};

/**
 * The whole set of posts that edits from `revision` go into. Other posts in it may be newer than
 * that, never older: an older one would take back what others have saved.
 */
const setFor = async (posts: Posts, revision: string | undefined): Promise<StoredPosts> => {
  const { stored } = posts;
  return stored && stored.revision === revision ? stored : posts.latest();
};

const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.conflicts.some(({ theirs }) => theirs === null);

/** Stores the form as the post with the id of `known`, which is made anew where it is not stored. */
const savePost = async (
  posts: Posts,
  known: { readonly id: string } & Partial<SentPost>,
  form: PostForm,
  revision: string | undefined,
): Promise<StoredForm> => {
  const { id } = known;
  const before = await setFor(posts, revision);
  const stored = findIn(before, id);
  const post = { ...known, ...(stored && unedited(stored)), ...formFields(form) };
  try {
    return formIn(await posts.replace(withPost(before.answer, post), revision), id, form);
  } catch (error) {
    if (!isGone(error)) throw error;
    throw new ApiError(DELETED_ELSEWHERE, { status: error.status, conflicts: error.conflicts });
  }
};

/** One post of those that are stored, as a form edits it. */
export const storedPostSource = (
  posts: Posts,
  stored: StoredPosts,
  post: PostSource,
): EditSource<PostForm> => {
  const form = postForm(post);
  return {
    stored: { answer: form, revision: stored.revision },
    latest: async () => formIn(await posts.latest(), post.id, form),
    save: (edited, revision) =>
      savePost(posts, { ...unedited(post), id: post.id }, edited, revision),
  };
};

/** A post that is yet to be stored; once it is, a further save changes it. */
export const useNewPostSource = (posts: Posts, stored: StoredPosts): EditSource<PostForm> => {
  const [nothing] = useState({ answer: EMPTY_POST, revision: stored.revision });
  // It is chosen here, so that a save whose answer was lost makes no second post when repeated.
  const id = useRef<string>(undefined);

  return {
    stored: nothing,
    latest: async () => formIn(await posts.latest(), id.current ?? '', EMPTY_POST),
    save: (form, revision) => {
      const known = createIdSet(stored.answer.map((post) => post.id));
      id.current ??= known.takeNew(form.title);
      return savePost(posts, { id: id.current }, form, revision);
    },
  };
};
