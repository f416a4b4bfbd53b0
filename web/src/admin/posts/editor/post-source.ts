import type { PostSource } from 'content-schema';
import { createIdSet } from 'content-schema/post-id';
import { useState } from 'react';
import type { EditSource, Latest } from '../../../data/editable-content.ts';
import type { Versioned } from '../../../data/request.ts';
import { unedited, withPost, type SentPost } from '../post-set.ts';
import type { Posts } from '../../../data/posts.ts';
import { EMPTY_POST, formFields, postForm, type PostForm } from '../../editing/post-form.ts';

export const POST_MISSING = 'We could not find the blog post you are trying to edit.';
const DELETED_ELSEWHERE =
  'This post was deleted elsewhere in the meantime. Save again to bring it back as it is here.';

type StoredPosts = Versioned<PostSource[]>;

const findIn = ({ answer }: StoredPosts, id: string): PostSource | undefined =>
  answer.find((post) => post.id === id);

/**
 * The whole set of posts that edits from `revision` go into. Other posts in it may be newer than
 * that, never older: an older one would take back what others have saved.
 */
const setFor = async (posts: Posts, revision: string | undefined): Promise<StoredPosts> => {
  const { stored } = posts;
  return stored && stored.revision === revision ? stored : posts.latest();
};

/** Stores the form as the post with the id of `known`, which is created where it is not stored. */
const savePost = async (
  posts: Posts,
  known: { readonly id: string } & Partial<SentPost>,
  form: PostForm,
  revision: string | undefined,
): Promise<Versioned<PostForm>> => {
  const before = await setFor(posts, revision);
  const stored = findIn(before, known.id);
  const post = { ...known, ...(stored && unedited(stored)), ...formFields(form) };
  const saved = await posts.replace(withPost(before.answer, post), revision);
  const found = findIn(saved, known.id);
  return { answer: found ? postForm(found) : form, revision: saved.revision };
};

/** The post with the id as it is stored now; `absent` where it is not. */
const latestPost = async (
  posts: Posts,
  id: string,
  absent: Omit<Latest<PostForm>, 'revision'>,
): Promise<Latest<PostForm>> => {
  const latest = await posts.latest();
  const post = findIn(latest, id);
  return { ...(post ? { answer: postForm(post) } : absent), revision: latest.revision };
};

/** One post of those that are stored, as a form edits it. */
export const storedPostSource = (
  posts: Posts,
  stored: StoredPosts,
  post: PostSource,
): EditSource<PostForm> => {
  const { id } = post;
  const form = postForm(post);
  return {
    stored: { answer: form, revision: stored.revision },
    latest: () => latestPost(posts, id, { answer: form, removed: DELETED_ELSEWHERE }),
    save: (edited, revision) => savePost(posts, { ...unedited(post), id }, edited, revision),
  };
};

interface NewPost {
  readonly source: EditSource<PostForm>;
  /** Undefined until it is first saved. */
  readonly id: string | undefined;
}

/** A post that is yet to be stored; once it is, a further save changes it. */
export const useNewPost = (posts: Posts, stored: StoredPosts): NewPost => {
  const [nothing] = useState({ answer: EMPTY_POST, revision: stored.revision });
  // It is chosen here, so that a save whose answer was lost makes no second post when repeated.
  const [id, setId] = useState<string>();
  const [isStored, setIsStored] = useState(false);
  const absent = { answer: EMPTY_POST, ...(isStored && { removed: DELETED_ELSEWHERE }) };
  return {
    id,
    source: {
      stored: nothing,
      latest: () => latestPost(posts, id ?? '', absent),
      save: async (form, revision) => {
        const chosen = id ?? createIdSet(stored.answer.map((post) => post.id)).takeNew(form.title);
        setId(chosen);
        const saved = await savePost(posts, { id: chosen }, form, revision);
        setIsStored(true);
        return saved;
      },
    },
  };
};
