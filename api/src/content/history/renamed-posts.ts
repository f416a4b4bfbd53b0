/** Finds posts by ids that they had before their files were renamed. */
import { decodeAddress, isPublic, postIdOf, postPath } from 'content-schema';
import { createCache, type CacheRegistry } from '../../cache.ts';
import type { DiskLog } from '../../git-store/disk-cache/log.ts';
import { StoreUnavailable } from '../../git-store/errors.ts';
import type { CommitSha, GitStore } from '../../git-store/git-store.ts';
import { createReadLimit } from '../../git-store/read-limit.ts';
import { addressOf, hasPostPage, POST_ALIAS, postAt } from '../posts/addresses.ts';
import { parsePost } from '../posts/stored-posts.ts';
import { commitTime } from '../reading/publication.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentReader } from '../reading/reader.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';
import type { CommitChange, ContentHistory } from './content-history.ts';
import { findRenames, followRenames } from './renames.ts';

interface Options {
  readonly store: Pick<GitStore, 'history' | 'versions' | 'copy'>;
  readonly history: Pick<ContentHistory, 'read' | 'change' | 'lastChange'>;
  readonly reader: Pick<ContentReader, 'state'>;
  readonly blobs: Pick<BlobCache, 'read'>;
  readonly caches: CacheRegistry;
  /** The most changes to look up in the history within an hour. */
  readonly perHour: number;
  /** Keeps the first paths of posts of a remote store for later processes. */
  readonly log?: DiskLog | undefined;
}

/** What is known of a file that is gone. */
interface LastPath {
  /** The commit up to which its history is known. */
  readonly revision: CommitSha;
  /** Its present path, or the one at which it was deleted; absent if there was no public post. */
  readonly path?: string;
}

const CACHED_MAX = 2_000;
const ID_MAX_LENGTH = 200;

/** Returns the post that a path leads to, as the path of its file or by an alias. */
const postOf = (snapshot: ContentSnapshot, path: string | undefined): PostEntry | undefined => {
  const id = path === undefined ? undefined : postIdOf(path);
  return id === undefined ? undefined : postAt(snapshot, addressOf(id));
};

const COMMITS_MAX = 1_000;

/** A line of the log. */
type FirstPathRecord = readonly [path: string, first: string];

export type RenamedPosts = ReturnType<typeof createRenamedPosts>;

export const createRenamedPosts = (options: Options) => {
  const { store, history, reader, blobs, caches, perHour, log } = options;
  // A store that can be copied is on the disk itself.
  const isLocal = store.copy !== undefined;
  const cache = createCache<LastPath>(caches, { name: 'renamed-posts', max: CACHED_MAX });
  const firstPaths = createCache<string>(caches, { name: 'first-paths', max: CACHED_MAX });
  const take = createReadLimit(perHour);

  const readLog = async (): Promise<void> => {
    const records = ((await log?.read()) ?? []) as readonly FirstPathRecord[];
    for (const [path, first] of records) firstPaths.set(path, first);
    const isMostlyOld = records.length > 2 * CACHED_MAX;
    if (isMostlyOld) log?.replace(firstPaths.entries().reverse() satisfies FirstPathRecord[]);
  };
  const known = readLog();

  const wasPublicUntil = async ({ before, info }: CommitChange, path: string): Promise<boolean> => {
    const blob = before.get(path)?.sha;
    const bytes = blob && (await history.read([blob])).get(blob);
    if (!blob || !bytes) return false;
    return isPublic(parsePost({ path, id: postIdOf(path) ?? '', blob }, bytes), commitTime(info));
  };

  const lookUp = async (snapshot: ContentSnapshot, path: string): Promise<LastPath> => {
    const { revision } = snapshot;
    if (reader.state().stale) throw new StoreUnavailable('The store fails');
    let change: CommitChange | undefined;
    const lastChange: ContentHistory['lastChange'] = async (...query) => {
      take(1);
      const found = await history.lastChange(...query);
      change = found ?? change;
      return found;
    };
    const followed = await followRenames([path], {
      from: new Map(),
      to: snapshot,
      history: { read: history.read, lastChange },
    });
    const last = followed.get(path) ?? path;
    const isKnown =
      postOf(snapshot, last) !== undefined || (change && (await wasPublicUntil(change, last)));
    return { revision, ...(isKnown && { path: last }) };
  };

  const lastPath = async (snapshot: ContentSnapshot, id: string): Promise<string | undefined> => {
    const cached = cache.get(id);
    const isCurrent = cached?.revision === snapshot.revision;
    if (isCurrent || postOf(snapshot, cached?.path)) return cached?.path;
    cache.delete(id);
    try {
      return (await cache.load(id, () => lookUp(snapshot, postPath(id)))).path;
    } catch (error) {
      if (!cached) throw error;
      cache.set(id, cached);
      return cached.path;
    }
  };

  /** Follows a file back to the path at which it was created; empty if there was no such file. */
  const readFirstPath = async (path: string, from: CommitSha): Promise<string> => {
    const { commits } = await store.history({ from, path, page: 1, perPage: COMMITS_MAX });
    const shas = commits.map(({ sha }) => sha);
    const versions = await store.versions(path, shas);
    const creations = commits.filter((_, at) => versions[at] && !versions[at + 1]);
    for (const { sha, parent } of creations) {
      const renames = await findRenames(await history.change(sha), history.read);
      const [previous] = [...renames].find(([, to]) => to === path) ?? [];
      if (previous !== undefined && parent) return readFirstPath(previous, parent);
    }
    return commits.length > 0 ? path : '';
  };

  /**
   * The first id of a post, for its feed entry: the oldest among its aliases, followed back through
   * renames, which for a remote store are those that were learnt, also by earlier processes.
   */
  const firstId = async (
    snapshot: ContentSnapshot,
    { id, aliases = [] }: PostEntry,
  ): Promise<string> => {
    await known;
    const older = aliases.flatMap((alias) => POST_ALIAS.exec(alias)?.[1] ?? []).map(decodeAddress);
    for (const path of [...older, id].map(postPath)) {
      const cached = firstPaths.get(path) ?? (isLocal ? undefined : path);
      const read = () => readFirstPath(path, snapshot.revision);
      const first = postIdOf(cached ?? (await firstPaths.load(path, read)));
      if (first === id || (first !== undefined && !hasPostPage(snapshot, first))) return first;
    }
    return id;
  };

  return {
    /** Remembers the files that were renamed between two snapshots, whose texts are cached. */
    learn: async ({ revision, tree }: ContentSnapshot, previous: ContentSnapshot) => {
      const trees = { before: previous.tree, after: tree };
      const renames = await findRenames(trees, (shas) => blobs.read(shas), postIdOf);
      for (const [path] of isLocal ? firstPaths.entries() : []) {
        if (tree.has(path) && !previous.tree.has(path)) firstPaths.delete(path);
      }
      for (const [id, { path = '' }] of renames.size > 0 ? cache.entries() : []) {
        const next = renames.get(path);
        if (next !== undefined) cache.set(id, { revision, path: next });
      }
      for (const [from, path] of renames) {
        cache.set(postIdOf(from) ?? '', { revision, path });
        const post = isLocal ? undefined : postOf(previous, from);
        if (!post) continue;
        const first = postPath(await firstId(previous, post));
        firstPaths.set(path, first);
        log?.append([path, first] satisfies FirstPathRecord);
      }
    },

    /**
     * The post that had this id before, also one that is not public; undefined if there was none, or
     * a page of the site has the id now, and `deleted` if it was public until it was deleted. Throws
     * when the history can't be read, or was read often enough within the hour.
     */
    find: async (
      snapshot: ContentSnapshot,
      id: string,
    ): Promise<PostEntry | 'deleted' | undefined> => {
      const isId = id.length <= ID_MAX_LENGTH && postIdOf(postPath(id)) === id;
      if (!isId || hasPostPage(snapshot, id)) return undefined;
      const claiming = postOf(snapshot, postPath(id));
      const path = claiming ? claiming.path : await lastPath(snapshot, id);
      return path === undefined ? undefined : (postOf(snapshot, path) ?? 'deleted');
    },

    /** The paths that each public post had before, and that are not in its file, by its id. */
    oldAddresses: (snapshot: ContentSnapshot): ReadonlyMap<string, readonly string[]> => {
      const addresses = new Map<string, string[]>();
      for (const [id, { path }] of cache.entries()) {
        const isInUse = hasPostPage(snapshot, id) || postOf(snapshot, postPath(id));
        const post = isInUse ? undefined : postOf(snapshot, path);
        if (!post || !isPublic(post, snapshot.asOf)) continue;
        addresses.set(post.id, [...(addresses.get(post.id) ?? []), addressOf(id)]);
      }
      return addresses;
    },

    firstId,
  };
};
