import {
  PAGE_PREFIX,
  newIdProblem,
  postMessages,
  type PostKind,
  type PostSource,
} from 'content-schema';
import { createIdSet, idFrom, SUFFIX_LENGTH } from 'content-schema/post-id';
import { useState } from 'react';
import type { Latest } from '../../../../data/editable-content.ts';
import { usePostSource, type Posts } from '../../../../data/posts.ts';
import type { Versioned } from '../../../../data/request.ts';
import { EMPTY_POST, postForm, type PostForm } from '../../editing/edit/post-form.ts';

const DELETED = 'This post was deleted elsewhere in the meantime.';

/** The id of a new post: of its title, unless it is typed. */
export interface NewPostId {
  readonly of: (title: string) => string;
  readonly problemOf: (title: string) => string | undefined;
  /** Sets the id, without what marks that of a page; undefined derives it from the title again. */
  readonly type: (name: string | undefined) => void;
  /** Called before the post is saved, so that repeating a lost save creates no second post. */
  readonly keep: (id: string) => void;
}

export interface PostFormSource extends Pick<Latest<PostForm>, 'removed'> {
  readonly stored: Versioned<PostForm>;
  /** Loads the value that is stored now. Rejects as `request` does. */
  readonly latest: () => Promise<Latest<PostForm>>;
  readonly isStored: boolean;
  readonly shownAs?: PostSource['shownAs'];
  /** Absent for a stored post. */
  readonly newId?: NewPostId;
  readonly move?: (id: string) => Promise<void>;
}

interface FollowedPost {
  readonly post: PostSource;
  /** The commit at which it was loaded or, if it is gone, found missing. */
  readonly revision: string;
  readonly isGone: boolean;
}

/** Loads a post, and keeps track of it when others rename or delete it. */
const useFollowedPost = (posts: Posts, id: string | undefined) => {
  const [followed, setFollowed] = useState<FollowedPost & { readonly seenIn: unknown }>();
  const isListed = posts.stored?.response.some((post) => post.id === id) ?? false;
  const target = followed?.post.id ?? (isListed ? id : undefined);
  const { result, ...source } = usePostSource(posts, target);
  if (result && result !== followed?.seenIn) {
    const { response: post, revision } = result;
    if (post) setFollowed({ post, revision, isGone: false, seenIn: result });
    else if (followed) setFollowed({ ...followed, revision, isGone: true, seenIn: result });
  }
  /** True if there is no such post, and there was none since the page opened. */
  const isMissing =
    posts.stored !== undefined && !followed && (!isListed || (result && !result.response));
  return { ...source, followed, isMissing };
};

const storedPostSource = (
  posts: Posts,
  { post, revision, isGone }: FollowedPost,
  latest: ReturnType<typeof useFollowedPost>['latest'],
): PostFormSource => {
  const form = postForm(post);
  return {
    isStored: !isGone,
    ...(post.shownAs && { shownAs: post.shownAs }),
    ...(!isGone && { move: (id: string) => posts.move(post.id, id) }),
    stored: { response: form, revision },
    ...(isGone && { removed: `${DELETED} Saving it restores this version.` }),
    latest: async () => {
      const result = await latest();
      return result?.response
        ? { response: postForm(result.response), revision: result.revision }
        : {
            response: form,
            revision: result?.revision ?? revision,
            removed: `${DELETED} Save again to restore this version.`,
          };
    },
  };
};

interface FormTarget {
  /** The id of the stored post that the form edits; undefined for a new post. */
  readonly postId: string | undefined;
  /** The id of the deleted post whose draft the form of a new post continues. */
  readonly deletedId: string | undefined;
  readonly kind: PostKind;
}

/** The source of a post's form; undefined until loaded. A new post's becomes the stored one's. */
export const usePostFormSource = (posts: Posts, { postId, deletedId, kind }: FormTarget) => {
  const { stored: list } = posts;
  const prefix = kind === 'page' ? PAGE_PREFIX : '';
  const [nothing, setNothing] = useState<Versioned<PostForm>>();
  if (list && !nothing) setNothing({ response: EMPTY_POST, revision: list.revision });
  const [savedId, setSavedId] = useState<string>();
  const [typedId, setTypedId] = useState<string>();
  // The same suffix while the title is typed.
  const [bytes] = useState(() => crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH)));
  const ids = createIdSet(list?.response.map((post) => post.id) ?? []);
  const freeId = deletedId !== undefined && !ids.isTaken(deletedId) ? deletedId : undefined;
  const chosenId = savedId ?? postId ?? freeId;
  const { followed, latest, ...state } = useFollowedPost(posts, chosenId);
  if (followed) {
    return { ...state, id: followed.post.id, source: storedPostSource(posts, followed, latest) };
  }
  if (postId !== undefined || !nothing) return { ...state, id: postId, source: undefined };

  const idOf = (title: string): string =>
    typedId ?? chosenId ?? ids.freeSlug(title, prefix) ?? prefix + idFrom(title, bytes);
  const source: PostFormSource = {
    isStored: false,
    newId: {
      of: (title) => (title.trim() === '' ? (typedId ?? chosenId ?? '') : idOf(title)),
      problemOf: (title) => {
        const id = idOf(title);
        return (
          newIdProblem(id) ??
          (id !== chosenId && ids.isTaken(id) ? postMessages.idTaken : undefined)
        );
      },
      type: (name) => setTypedId(name === undefined ? undefined : prefix + name),
      keep: setSavedId,
    },
    stored: nothing,
    latest: async () => {
      const { revision } = await posts.latest();
      const result = chosenId === undefined ? undefined : await posts.read(chosenId);
      return result
        ? { response: postForm(result.response), revision: result.revision }
        : { response: EMPTY_POST, revision };
    },
  };
  return { ...state, id: chosenId, source };
};
