import {
  matchingPosts,
  type PostHeading,
  type PostsRequest,
  type PostSource,
  type SavedPost,
} from 'content-schema';
import { isNotFound, isNotOffered, type Answer, type request, type Versioned } from './request.ts';

/** A post to save. Without `createdAt` it keeps the stored date. */
export type SentPost = Omit<PostSource, 'updatedAt'>;

/** The admin calls for single posts. Each rejects as `request` does. */
export interface PostCalls {
  /** Resolves to undefined if no post has the id. */
  readonly read: (id: string) => Promise<Versioned<PostSource> | undefined>;
  /** Finds posts that contain every word, in their text or elsewhere. Resolves to their ids. */
  readonly search: (words: string) => Promise<readonly string[]>;
  /** Stores a new post, or one that was edited from the post stored at `revision`. */
  readonly save: (
    post: SentPost,
    revision: string | undefined,
  ) => Promise<Answer<SavedPost<PostSource>>>;
  /** Resolves to the changed posts. */
  readonly setHidden: (
    ids: readonly string[],
    hidden: boolean,
  ) => Promise<Answer<readonly PostHeading[]>>;
  /**
   * Deletes posts, except those that changed after `revision`. Resolves to the ids of the deleted
   * posts.
   */
  readonly remove: (
    ids: readonly string[],
    revision: string | undefined,
  ) => Promise<Answer<readonly string[]>>;
}

type Request = typeof request;

/** Our API's own calls, which transfer only the posts concerned. */
const ownCalls = (call: Request): PostCalls => ({
  read: async (id) => {
    try {
      return await call('GET /posts/{id}?posts=markdown', { params: { id } });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },
  search: async (q) => (await call('GET /admin/posts/search', { query: { q } })).answer.ids,
  save: ({ id, ...post }, revision) => {
    const body = { ...post, tags: [...post.tags] };
    return call('PUT /posts/{id}?posts=markdown', { params: { id }, body, revision });
  },
  setHidden: (ids, hidden) => call('POST /admin/posts/visibility', { body: { ids, hidden } }),
  remove: async (ids, revision) => {
    const removed = await call('POST /admin/posts/delete', { body: { ids }, revision });
    return { ...removed, answer: removed.answer.ids };
  },
});

/** Picks the fields to send; derived ones are omitted. */
const toSend = (post: PostSource): PostsRequest[number] => {
  const { id, title, tags, hidden, createdAt, updatedAt, content } = post;
  return { id, title, tags: [...tags], hidden, createdAt, updatedAt, content };
};

/** Replaces the post with the same id, or adds the post in front. */
const withPost = (posts: readonly PostSource[], changed: PostSource): readonly PostSource[] => {
  const stored = posts.find(({ id }) => id === changed.id);
  if (!stored) return [changed, ...posts];
  return posts.map((it) => (it === stored ? { ...stored, ...changed } : it));
};

/**
 * Implements `PostCalls` with the specification's calls, which transfer all posts. Each first loads
 * the stored posts, since an API without revisions doesn't merge.
 */
const specifiedCalls = (call: Request): PostCalls => {
  const stored = async (): Promise<Versioned<PostSource[]>> => {
    const { answer, revision } = await call('GET /content?posts=markdown');
    // Without a session the answer is the visitors' view, and saving that would erase hidden posts.
    if (revision === undefined) await call('GET /auth/me');
    return { answer: answer.posts, revision };
  };
  const replace = async (
    change: (posts: readonly PostSource[]) => readonly PostSource[],
    revision?: string,
  ) => {
    const body: PostsRequest = change((await stored()).answer).map(toSend);
    return call('PUT /posts?posts=markdown', { body, revision });
  };

  return {
    read: async (id) => {
      const { answer, revision } = await stored();
      const post = answer.find((it) => it.id === id);
      return post && { answer: post, revision };
    },
    search: async (words) => {
      const { answer } = await stored();
      return answer.filter(matchingPosts(words)).map(({ id }) => id);
    },
    save: async (post, revision) => {
      const updatedAt = new Date().toISOString();
      const saved = await replace((posts) => withPost(posts, { ...post, updatedAt }), revision);
      const found = saved.answer.find(({ id }) => id === post.id);
      return { ...saved, answer: found ?? post };
    },
    setHidden: async (ids, hidden) => {
      const isNamed = (post: PostHeading) => ids.includes(post.id);
      const [id = '', ...others] = ids;
      const saved =
        others.length === 0
          ? await call('PATCH /posts/{id}/visibility?posts=headings', {
              params: { id },
              body: { hidden },
            })
          : await replace((all) => all.map((it) => (isNamed(it) ? { ...it, hidden } : it)));
      return { ...saved, answer: saved.answer.filter(isNamed) };
    },
    remove: async (ids, revision) => {
      const [id = '', ...others] = ids;
      const removed =
        others.length === 0
          ? await call('DELETE /posts/{id}?posts=headings', { params: { id }, revision })
          : await replace((all) => all.filter((it) => !ids.includes(it.id)), revision);
      return { ...removed, answer: ids };
    },
  };
};

/**
 * Uses our API's own calls, and falls back to the specification's where the API lacks them or has
 * no revisions.
 */
export const createPostCalls = (call: Request, hasRevisions: boolean): PostCalls => {
  const specified = specifiedCalls(call);
  if (!hasRevisions) return specified;
  const own = ownCalls(call);
  const orSpecified =
    <Input extends readonly unknown[], Result>(
      one: (...input: Input) => Promise<Result>,
      other: (...input: Input) => Promise<Result>,
    ) =>
    async (...input: Input): Promise<Result> => {
      try {
        return await one(...input);
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        return other(...input);
      }
    };
  return {
    read: orSpecified(own.read, specified.read),
    search: orSpecified(own.search, specified.search),
    save: orSpecified(own.save, specified.save),
    setHidden: orSpecified(own.setHidden, specified.setHidden),
    remove: orSpecified(own.remove, specified.remove),
  };
};
