import type { Post } from 'content-schema';
import { useRef, useState } from 'react';
import type { EditSource } from '../../../data/editable-content.ts';
import { ApiError, type Answered } from '../../../data/request.ts';
import { postInput, withPost } from '../post-set.ts';
import type { Posts } from '../use-posts.ts';
import { EMPTY_POST, formFields, postForm, type PostForm } from './post-form.ts';

export const POST_MISSING = 'We could not find the blog post you are trying to edit.';

type StoredPosts = Answered<Post[]>;

const findIn = ({ answer }: StoredPosts, id: string | undefined): Post | undefined =>
  answer.find((post) => post.id === id);

const formIn = (stored: StoredPosts, id: string): Answered<PostForm> => {
  const post = findIn(stored, id);
  if (!post) throw new ApiError(POST_MISSING, { status: 404 });
  return { answer: postForm(post), revision: stored.revision };
};

/**
 * The whole set of posts that edits from `revision` go into. Other posts in it may be newer than
 * that, never older: an older one would take back what others have saved.
 */
const setFor = async (posts: Posts, revision: string | undefined): Promise<StoredPosts> => {
  const { stored } = posts;
  return stored && stored.revision === revision ? stored : posts.latest();
};

/** One post of those that are stored, as a form edits it. */
export const storedPostSource = (
  posts: Posts,
  stored: StoredPosts,
  post: Post,
): EditSource<PostForm> => ({
  stored: { answer: postForm(post), revision: stored.revision },
  latest: async () => formIn(await posts.latest(), post.id),
  save: async (form, revision) => {
    const before = await setFor(posts, revision);
    const current = postInput(findIn(before, post.id) ?? post);
    const set = withPost(before.answer, { ...current, ...formFields(form) });
    return formIn(await posts.replace(set, revision), post.id);
  },
});

/** A post that is yet to be stored; once it is, a further save changes it. */
export const useNewPostSource = (posts: Posts, stored: StoredPosts): EditSource<PostForm> => {
  const [nothing] = useState({ answer: EMPTY_POST, revision: stored.revision });
  const created = useRef<Post>(undefined);

  const create = async (form: PostForm, revision: string | undefined) => {
    const before = await setFor(posts, revision);
    const saved = await posts.replace(withPost(before.answer, formFields(form)), revision);
    created.current = saved.answer.find(({ id }) => !findIn(before, id));
    return { answer: form, revision: saved.revision };
  };

  return {
    stored: nothing,
    latest: async () => ({ ...nothing, revision: (await posts.latest()).revision }),
    save: async (form, revision) => {
      if (!created.current) return create(form, revision);
      const before = await setFor(posts, revision);
      return storedPostSource(posts, before, created.current).save(form, revision);
    },
  };
};
