import { failureMessages, type PostHeading, type PostSource, type SavedPost } from 'content-schema';
import { useEffect, useRef, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useEditableContent } from './editable-content.ts';
import { useRequest } from './keep-session.ts';
import { EDITABLE_CONTENT, isNext, withPosts } from './loaded-content.ts';
import { createPostCalls, type PostCalls, type SentPost } from './post-calls.ts';
import { PHOTOS } from './photos.ts';
import { isPostTextKey } from './post-text.ts';
import { messageOf, type Answer, type Versioned } from './request.ts';

/** All posts, for the administrator, and what can be done to them. All of it rejects as `request` does. */
export interface Posts extends Pick<PostCalls, 'read' | 'search'> {
  /** The headings of all posts, newest first; undefined until they have arrived. */
  readonly stored: Versioned<PostHeading[]> | undefined;
  /** Why they could not be loaded. */
  readonly error: string | undefined;
  readonly reload: () => void;
  /** Asks the server what is stored now. */
  readonly latest: () => Promise<Versioned<PostHeading[]>>;
  /** Stores a post, which was edited from what was stored at `revision`, a new one too. */
  readonly save: (
    post: SentPost,
    revision: string | undefined,
  ) => Promise<Versioned<SavedPost<PostSource>>>;
  readonly setHidden: (ids: readonly string[], hidden: boolean) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
}

/** What a post that is edited is cached under. */
const sourceKey = (id: string) => ['post to edit', id] as const;

const headingOf = ({
  id,
  title,
  tags,
  hidden,
  createdAt,
  updatedAt,
}: PostHeading): PostHeading => ({
  ...{ id, title, tags, hidden },
  ...(createdAt !== undefined && { createdAt }),
  ...(updatedAt !== undefined && { updatedAt }),
});

/** Changed posts in the places of those with their ids, new ones in front. */
const withChanged = (posts: readonly PostHeading[], changed: readonly PostHeading[]) => {
  const byId = new Map(changed.map((post) => [post.id, post]));
  const known = new Set(posts.map(({ id }) => id));
  return [
    ...changed.filter(({ id }) => !known.has(id)),
    ...posts.map((post) => byId.get(post.id) ?? post),
  ];
};

/** All posts, for the administrator, and what can be done to them. */
export const usePosts = (): Posts => {
  const { loaded, error, reload, latest } = useEditableContent();
  const { mutate } = useSWRConfig();
  const calls = createPostCalls(useRequest(), loaded?.revision !== undefined);

  const keep = async (
    saved: Answer<unknown>,
    change: (posts: readonly PostHeading[]) => PostHeading[],
  ) => {
    await mutate(EDITABLE_CONTENT, withPosts(change, saved), { revalidate: false });
    await forgetPublicContent();
    void mutate(isPostTextKey, undefined);
    // Texts use photos, and may be the first that say what they show.
    void mutate(PHOTOS, undefined);
    // Others may have changed other posts; and the save may have mended a file.
    if (!loaded || !isNext(loaded, saved)) void mutate(EDITABLE_CONTENT);
  };

  return {
    stored: loaded && { answer: loaded.answer.posts, revision: loaded.revision },
    error,
    reload,
    latest: async () => {
      const found = await latest();
      await mutate(EDITABLE_CONTENT, found, { revalidate: false });
      return { answer: found.answer.posts, revision: found.revision };
    },
    read: calls.read,
    search: calls.search,
    save: async (post, revision) => {
      const saved = await calls.save(post, revision);
      const { lifted: _, ...source } = saved.answer;
      const found = { answer: source, revision: saved.revision };
      await mutate(sourceKey(post.id), found, { revalidate: false });
      await keep(saved, (posts) => withChanged(posts, [headingOf(source)]));
      return saved;
    },
    setHidden: async (ids, hidden) => {
      const saved = await calls.setHidden(ids, hidden);
      await keep(saved, (posts) => withChanged(posts, saved.answer));
    },
    remove: async (ids) => {
      // So that a change made elsewhere meanwhile is a conflict, not deleted with the post.
      const removed = await calls.remove(ids, loaded?.revision);
      const gone = new Set(removed.answer);
      await keep(removed, (posts) => posts.filter(({ id }) => !gone.has(id)));
    },
  };
};

export interface PostSourceState {
  /** Undefined until it has arrived; without a post where none is stored. */
  readonly found: Versioned<PostSource | undefined> | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  /** Asks the server what is stored now; undefined without an id. Rejects as `request` does. */
  readonly latest: () => Promise<Versioned<PostSource | undefined> | undefined>;
}

/**
 * A post with its text, to be edited. It is loaded by `read` when it is opened, and again whenever
 * the posts have changed.
 *
 * @param id undefined for none.
 */
export const usePostSource = (
  { stored }: Posts,
  id: string | undefined,
  read: (id: string) => Promise<Versioned<PostSource | undefined>>,
): PostSourceState => {
  const isWanted = stored !== undefined && id !== undefined;
  const { data, error, mutate } = useSWR<Versioned<PostSource | undefined>, unknown>(
    isWanted ? sourceKey(id) : null,
    isWanted ? () => read(id) : null,
    { revalidateOnFocus: false },
  );
  const seen = useRef(stored);
  useEffect(() => {
    const { current } = seen;
    seen.current = stored;
    const isSame = current?.revision === stored?.revision && current?.answer === stored?.answer;
    const isKnown = data?.revision !== undefined && data.revision === stored?.revision;
    if (current && !isSame && !isKnown) void mutate();
  }, [stored, data, mutate]);
  return {
    found: data,
    error: error === undefined ? undefined : messageOf(error, failureMessages.loadContent),
    reload: () => void mutate(),
    latest: async () =>
      id === undefined ? undefined : mutate(await read(id), { revalidate: false }),
  };
};

const NONE: ReadonlySet<string> = new Set();

/** So long nothing more is typed before texts are searched. */
const TYPING_MS = 200;

/** The ids of the posts that have every word, in their texts too; none until they are found. */
export const useTextSearch = ({ stored, search }: Posts, words: string): ReadonlySet<string> => {
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const isWanted = stored !== undefined && typed.trim() !== '';
  const { data } = useSWR(
    isWanted ? ['words in posts', typed, stored.revision] : null,
    async () => new Set(await search(typed)),
  );
  return (typed === words && data) || NONE;
};
