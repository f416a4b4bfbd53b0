import type { PostDigest } from 'content-schema/markdown';
import type { DiskLog } from '../git-store/disk-cache/log.ts';
import type { PostEntry } from './snapshot.ts';
import { slicesOf } from '../git-store/slices.ts';
import type { PostFile } from './stored-posts.ts';

export type FindPost = (file: PostFile) => PostEntry | undefined;

/** What the log has of a post: first without its digest, and again with it. */
interface PostRecord extends PostEntry {
  readonly digest?: PostDigest | undefined;
}

type Records = readonly PostRecord[];

/** Entries per line; serializing a line blocks other requests. */
const LINE_MAX = 500;

const linesOf = (records: Records): Records[] => slicesOf(records, LINE_MAX);

export type PostIndex = ReturnType<typeof createPostIndex>;

/**
 * Creates an index of parsed posts, by path and blob, and of their digests, as long as the posts
 * are in use; with a log, also for later processes.
 */
export const createPostIndex = (log?: DiskLog) => {
  const digests = new WeakMap<PostEntry, PostDigest>();
  /** The number of entries in the log, including replaced ones. */
  let records = 0;

  const append = (added: Records): void => {
    records += added.length;
    for (const line of linesOf(added)) log?.append(line);
  };

  const recordOf = (post: PostEntry): PostRecord => ({ ...post, digest: digests.get(post) });

  return {
    /** Reads the posts that earlier processes parsed. */
    read: async (): Promise<FindPost> => {
      const posts = new Map<string, PostEntry>();
      for (const record of (((await log?.read()) as Records[] | undefined) ?? []).flat()) {
        records += 1;
        const { digest, ...post } = record;
        posts.set(post.path, post);
        if (digest) digests.set(post, digest);
      }
      return ({ path, blob, origin }) => {
        const post = posts.get(path);
        return post?.blob === blob && !origin ? post : undefined;
      };
    },
    /** Adds newly parsed posts; `all` are the posts of the current content. */
    add: (added: readonly PostEntry[], all: readonly PostEntry[]): void => {
      // What the place of a file says of its post may change without the file.
      const parsed = added.filter(({ origin }) => !origin);
      if (!log || parsed.length === 0) return;
      const isMostlyOld = records + parsed.length > 3 * (all.length + LINE_MAX);
      if (!isMostlyOld) {
        append(parsed);
        return;
      }
      records = all.length;
      log.replace(linesOf(all.map(recordOf)));
    },
    digest: (post: PostEntry): PostDigest | undefined => digests.get(post),
    addDigests: (added: readonly (readonly [post: PostEntry, digest: PostDigest])[]): void => {
      for (const [post, digest] of added) digests.set(post, digest);
      append(added.map(([post]) => recordOf(post)));
    },
  };
};
