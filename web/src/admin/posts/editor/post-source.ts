import {
  PAGE_PREFIX,
  newIdProblem,
  postMessages,
  type ContentPatch,
  type ExtractedField,
  type PostKind,
  type PostSource,
} from 'content-schema';
import { createIdSet, idFrom, SUFFIX_LENGTH } from 'content-schema/post-id';
import { useState } from 'react';
import type { EditSource } from '../../../data/editable-content.ts';
import type { Posts } from '../../../data/posts.ts';
import type { Versioned } from '../../../data/request.ts';
import { patchOfPost, type SentPhoto, type SentPost } from '../../../data/save-calls.ts';
import { EMPTY_POST, formFields, postForm, type PostForm } from '../../editing/edit/post-form.ts';
import { useFollowedPost, type FollowedPost, type Following } from '../followed-post.ts';

export const POST_MISSING = 'We could not find the blog post you are trying to edit.';
const DELETED = 'This post was deleted elsewhere in the meantime.';

/** The form's values after a save. */
interface SavedForm extends Versioned<PostForm> {
  /** The fields that the save took from front matter in the text. */
  readonly extractedFrontMatter: readonly ExtractedField[];
}

/** The id of a new post: of its title, unless it is typed. */
export interface NewPostId {
  readonly of: (title: string) => string;
  readonly problemOf: (title: string) => string | undefined;
  /** Sets the id, without what marks that of a page; undefined derives it from the title again. */
  readonly type: (name: string | undefined) => void;
}

export interface PostFormSource extends EditSource<PostForm> {
  /** Whether the post is stored. */
  readonly isStored: boolean;
  /** Absent for a stored post. */
  readonly newId?: NewPostId;
  /** Gives a stored post another id. */
  readonly move?: (id: string) => Promise<void>;
  /** Stores the photos in the same commit. */
  readonly save: (
    form: PostForm,
    revision: string,
    photos?: readonly SentPhoto[],
    keepUpdatedAt?: boolean,
  ) => Promise<SavedForm>;
  readonly propose: <Result>(
    form: PostForm,
    send: (patch: ContentPatch) => Promise<Result>,
    photos?: readonly SentPhoto[],
    keepUpdatedAt?: boolean,
  ) => Promise<Result>;
}

const postOf = (
  { id, createdAt }: Pick<PostSource, 'id' | 'createdAt'>,
  form: PostForm,
  keepUpdatedAt = false,
): SentPost => ({
  ...{ id, ...(createdAt !== undefined && { createdAt }), ...formFields(form) },
  ...(keepUpdatedAt && { keepUpdatedAt }),
});

/** Returns a function that saves the form as a post, which it creates if it isn't stored. */
const saveAs =
  (posts: Posts, stored: Pick<PostSource, 'id' | 'createdAt'>): PostFormSource['save'] =>
  async (form, revision, photos, keepUpdatedAt) => {
    const post = postOf(stored, form, keepUpdatedAt);
    const { response, revision: savedAt } = await posts.save(post, revision, photos);
    return {
      response: postForm(response),
      revision: savedAt,
      extractedFrontMatter: response.extractedFrontMatter ?? [],
    };
  };

/** The source of a stored post for its form. */
export const storedPostSource = (
  posts: Posts,
  followed: FollowedPost,
  latest: Following['latest'],
): PostFormSource => {
  const { post, revision, isGone } = followed;
  const form = postForm(post);
  return {
    isStored: !isGone,
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
    save: saveAs(posts, post),
    propose: (form, send, photos, keepUpdatedAt) =>
      send(patchOfPost(postOf(post, form, keepUpdatedAt), photos)),
  };
};

/**
 * The source of a new post. After the first save it updates the stored post.
 *
 * @param storedId the id of the deleted post whose draft the form continues.
 */
export const useNewPost = (
  posts: Posts,
  stored: NonNullable<Posts['stored']>,
  storedId: string | undefined,
  kind: PostKind,
) => {
  const prefix = kind === 'page' ? PAGE_PREFIX : '';
  const [nothing] = useState({ response: EMPTY_POST, revision: stored.revision });
  // The id and the date are chosen here, so that repeating a save after a lost response doesn't
  // create a second post.
  const [chosenId, setChosenId] = useState(() =>
    stored.response.some(({ id }) => id === storedId) ? undefined : storedId,
  );
  const [typedId, setTypedId] = useState<string>();
  // The same suffix while the title is typed.
  const [bytes] = useState(() => crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH)));
  const [begunAt, setBegunAt] = useState<string>();
  const { followed, latest } = useFollowedPost(posts, chosenId);
  if (followed) {
    const source = storedPostSource(posts, followed, latest);
    return { id: followed.post.id, source };
  }
  const ids = createIdSet(stored.response.map((post) => post.id));
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
    },
    stored: nothing,
    latest: async () => {
      const { revision } = await posts.latest();
      const result = chosenId === undefined ? undefined : await posts.read(chosenId);
      return result
        ? { response: postForm(result.response), revision: result.revision }
        : { response: EMPTY_POST, revision };
    },
    save: (form, revision, photos) => {
      const id = idOf(form.title);
      setChosenId(id);
      const createdAt = begunAt ?? new Date().toISOString();
      setBegunAt(createdAt);
      return saveAs(posts, { id, createdAt })(form, revision, photos);
    },
    propose: async (form, send, photos) => {
      const createdAt = begunAt ?? new Date().toISOString();
      setBegunAt(createdAt);
      const result = await send(
        patchOfPost(postOf({ id: idOf(form.title), createdAt }, form), photos),
      );
      setBegunAt(undefined);
      return result;
    },
  };
  return { id: chosenId, source };
};
