import type { PostsRequest, PostSource, SavedPost } from 'content-schema';
import { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useEditableContent } from './editable-content.ts';
import { useRequest } from './keep-session.ts';
import { EDITABLE_CONTENT, partOf, withPosts } from './loaded-content.ts';
import { isPostTextKey } from './post-text.ts';
import type { Versioned } from './request.ts';

export interface Posts {
  /** All posts, newest first; undefined until they have arrived. */
  readonly stored: Versioned<PostSource[]> | undefined;
  /** Why they could not be loaded. */
  readonly error: string | undefined;
  readonly reload: () => void;
  /** Asks the server what is stored now. Rejects as `request` does, like all that follow. */
  readonly latest: () => Promise<Versioned<PostSource[]>>;
  /**
   * The whole set that edits from `revision` go into. Other posts in it may be newer than that,
   * never older: an older one would take back what others have saved. An API without revisions
   * merges nothing, so it is asked for the newest.
   */
  readonly setFor: (revision: string | undefined) => Promise<Versioned<PostSource[]>>;
  /** Replaces the whole set, which was edited from the one at the commit `revision`. */
  readonly replace: (
    posts: PostsRequest,
    revision: string | undefined,
  ) => Promise<Versioned<SavedPost<PostSource>[]>>;
  readonly setHidden: (id: string, hidden: boolean) => Promise<Versioned<PostSource[]>>;
  readonly remove: (id: string) => Promise<Versioned<PostSource[]>>;
}

/** All posts, for the administrator, and what can be done to them. */
export const usePosts = (): Posts => {
  const { loaded, error, reload, latest } = useEditableContent();
  const { mutate } = useSWRConfig();
  const request = useRequest();

  const keep = async (saved: Versioned<PostSource[]>) => {
    await mutate(EDITABLE_CONTENT, withPosts(saved), { revalidate: false });
    await forgetPublicContent();
    void mutate(isPostTextKey);
    // The save may have mended a file.
    if (loaded?.answer.problems?.length) void mutate(EDITABLE_CONTENT);
    return saved;
  };

  const stored = loaded && partOf(loaded, 'posts');

  const latestPosts = async () => {
    const found = partOf(await latest(), 'posts');
    await mutate(EDITABLE_CONTENT, withPosts(found), { revalidate: false });
    return found;
  };

  return {
    stored,
    error,
    reload,
    latest: latestPosts,
    setFor: async (revision) =>
      stored && revision !== undefined && stored.revision === revision ? stored : latestPosts(),
    replace: async (body, revision) => {
      const saved = await request('PUT /posts?posts=markdown', { body, revision });
      await keep({ ...saved, answer: saved.answer.map(({ lifted: _, ...post }) => post) });
      return saved;
    },
    setHidden: async (id, hidden) =>
      keep(
        await request('PATCH /posts/{id}/visibility?posts=markdown', {
          params: { id },
          body: { hidden },
        }),
      ),
    remove: async (id) => {
      // So that a change made elsewhere meanwhile is a conflict, not deleted with the post.
      const { revision } = loaded ? partOf(loaded, 'posts') : {};
      return keep(await request('DELETE /posts/{id}?posts=markdown', { params: { id }, revision }));
    },
  };
};
