import {
  failureMessages,
  headingOf,
  type PostHeading,
  type PostSource,
  type SavedPost,
} from 'content-schema';
import { useEffect, useRef } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { useEditableContent } from './editable-content.ts';
import { useRequest, type Act } from './keep-session.ts';
import { EDITABLE_CONTENT } from './loaded-content.ts';
import { isPostTextKey } from './post-text.ts';
import { isNotFound, messageOf, type Saved, type Versioned } from './request.ts';
import { sendPost, type SentPhoto, type SentPost } from './save-calls.ts';
import { postPath } from '../paths.ts';
import { useDebounced } from '../ui/use-debounced.ts';

const VISIBILITY = 'PATCH /posts/{id}/visibility?posts=headings';

const sourceKey = (id: string) => ['post to edit', id] as const;

/** What became of posts, e.g. hidden: a single one is named by its title. */
const actOn = (ids: readonly string[], posts: readonly PostHeading[], state: string): Act => {
  const [id, ...others] = ids;
  if (others.length > 0) return { text: `${ids.length} posts are ${state}` };
  const name = `“${posts.find((post) => post.id === id)?.title ?? ''}”`;
  return { text: `${name} is ${state}`, name };
};

/** Replaces posts by changed ones with the same ids, and adds new ones in front. */
const withChanged = (posts: readonly PostHeading[], changed: readonly PostHeading[]) => {
  const byId = new Map(changed.map((post) => [post.id, post]));
  const ids = new Set(posts.map(({ id }) => id));
  return [
    ...changed.filter(({ id }) => !ids.has(id)),
    ...posts.map((post) => byId.get(post.id) ?? post),
  ];
};

/** All posts, for the administrator, and the calls for them. Each rejects as `request` does. */
export const usePosts = () => {
  const { loaded, error, reload, latest, applySave } = useEditableContent();
  const { mutate } = useSWRConfig();
  const posts = loaded?.response.posts ?? [];
  const request = useRequest();

  const applyPosts = async (
    saved: Saved<unknown>,
    act: Act,
    change: (posts: readonly PostHeading[]) => PostHeading[],
  ) => {
    await applySave(saved, act, ({ posts }) => ({ posts: change(posts) }));
    void mutate(isPostTextKey, undefined);
  };

  return {
    /** The headings of all posts, newest first; undefined until they have loaded. */
    stored: loaded && { response: loaded.response.posts, revision: loaded.revision },
    error,
    reload,
    /** Loads the headings that are stored now. */
    latest: async (): Promise<Versioned<PostHeading[]>> => {
      const content = await latest();
      await mutate(EDITABLE_CONTENT, content, { revalidate: false });
      return { response: content.response.posts, revision: content.revision };
    },
    /** Reads the post that has the id, or had it before; resolves to undefined if there is none. */
    read: async (id: string): Promise<Versioned<PostSource> | undefined> => {
      try {
        return await request('GET /posts/{id}?posts=markdown', { params: { id } });
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    /** Finds posts that contain every word, in their text or elsewhere. Resolves to their ids. */
    search: async (q: string): Promise<readonly string[]> =>
      (await request('GET /admin/posts/search', { query: { q } })).response.ids,
    /**
     * Stores a new post, or one that was edited from the post stored at `revision`, in one commit
     * with its new photos. Issues of a save with photos have the paths of `ContentPatch`.
     */
    save: async (
      post: SentPost,
      revision: string,
      photos?: readonly SentPhoto[],
    ): Promise<Versioned<SavedPost<PostSource>>> => {
      const saved = await sendPost(request, post, revision, photos);
      const { extractedFrontMatter: _, ...source } = saved.response;
      const stored = { response: source, revision: saved.revision };
      await mutate(sourceKey(post.id), stored, { revalidate: false });
      const act = { text: `“${source.title}” saved` };
      await applyPosts(saved, act, (posts) => withChanged(posts, [headingOf(source)]));
      return saved;
    },
    /** Gives a post another id; its old address leads to the new one. */
    move: async (id: string, to: string): Promise<void> => {
      const path = 'POST /admin/posts/{id}/address';
      const saved = await request(path, { params: { id }, body: { id: to } });
      const { response: post, revision } = saved;
      const act = { text: `“${post.title}” moved to ${postPath(to)}` };
      await applyPosts(saved, act, (posts) =>
        posts.map((other) => (other.id === id ? headingOf(post) : other)),
      );
      for (const key of [id, to]) {
        await mutate(sourceKey(key), { response: post, revision }, { revalidate: false });
      }
    },
    /** Writes the front matter of a post as valid YAML. */
    repair: async (id: string): Promise<void> => {
      const saved = await request('POST /admin/posts/repair', { body: { ids: [id] } });
      const act = actOn([id], posts, 'written properly');
      await applyPosts(saved, act, (posts) => withChanged(posts, saved.response));
    },
    /** Adds a path of this site to the addresses that lead to a post. */
    addAlias: async (id: string, address: string): Promise<void> => {
      const saved = await request('POST /admin/posts/aliases', { body: { id, address } });
      const act = { text: `${address} leads to the post` };
      await applyPosts(saved, act, (posts) => withChanged(posts, saved.response));
    },
    /** Renames a tag in all posts. Resolves to the paths of the files that can't be changed. */
    renameTag: async (from: string, to: string): Promise<readonly string[]> => {
      const saved = await request('POST /admin/tags/rename', { body: { from, to } });
      const act = { text: `“${from}” is now “${to}”` };
      await applyPosts(saved, act, (posts) => withChanged(posts, saved.response.posts));
      return saved.response.unreadable;
    },
    setHidden: async (ids: readonly string[], hidden: boolean): Promise<void> => {
      const [id = '', ...others] = ids;
      const saved = await (others.length > 0
        ? request('POST /admin/posts/visibility', { body: { ids, hidden } })
        : request(VISIBILITY, { params: { id }, body: { hidden } }));
      const act = actOn(ids, posts, hidden ? 'hidden' : 'visible');
      await applyPosts(saved, act, (posts) => withChanged(posts, saved.response));
    },
    remove: async (ids: readonly string[]): Promise<void> => {
      // The revision makes a change that others made meanwhile a conflict instead of deleting it.
      const revision = loaded?.revision;
      const [id = '', ...others] = ids;
      const saved = await (others.length > 0
        ? request('POST /admin/posts/delete', { body: { ids }, revision })
        : request('DELETE /posts/{id}?posts=headings', { params: { id }, revision }));
      const deleted = new Set(ids);
      await applyPosts(saved, actOn(ids, posts, 'deleted'), (posts) =>
        posts.filter(({ id }) => !deleted.has(id)),
      );
    },
  };
};

export type Posts = ReturnType<typeof usePosts>;

/** Loads a post with its text, again whenever the posts have changed; nothing without an id. */
export const usePostSource = ({ stored, read, latest }: Posts, id: string | undefined) => {
  const isNeeded = stored !== undefined && id !== undefined;
  const load = async (id: string): Promise<Versioned<PostSource | undefined>> =>
    (await read(id)) ?? { response: undefined, revision: (await latest()).revision };
  const { data, error, mutate } = useSWR<Versioned<PostSource | undefined>, unknown>(
    isNeeded ? sourceKey(id) : null,
    isNeeded ? () => load(id) : null,
    { revalidateOnFocus: false },
  );
  const seen = useRef(stored);
  useEffect(() => {
    const { current } = seen;
    seen.current = stored;
    const isSame = current?.revision === stored?.revision && current?.response === stored?.response;
    const isKnown = data !== undefined && data.revision === stored?.revision;
    if (current && !isSame && !isKnown) void mutate();
  }, [stored, data, mutate]);
  return {
    /** Undefined until it has loaded; its response is undefined if no post has the id. */
    result: data,
    error: error === undefined ? undefined : messageOf(error, failureMessages.loadContent),
    reload: () => void mutate(),
    /** Loads the post that is stored now; undefined without an id. Rejects as `request` does. */
    latest: async () => (isNeeded ? mutate(await load(id), { revalidate: false }) : undefined),
  };
};

/** The pause in typing after which the texts are searched. */
const TYPING_MS = 200;

/** The ids of posts with every word, also in their texts; empty until the search has answered. */
export const useTextSearch = ({ stored, search }: Posts, words: string): ReadonlySet<string> => {
  const typed = useDebounced(words, TYPING_MS);
  const isNeeded = stored !== undefined && typed.trim() !== '';
  const { data } = useSWR(
    isNeeded ? ['words in posts', typed, stored.revision] : null,
    async () => new Set(await search(typed)),
  );
  return (typed === words && data) || new Set();
};
