import { isContentPath, isPhotoDetailsPath, isPublic, photoOf, postIdOf } from 'content-schema';
import type { CommitInfo, CommitSha, GitStore, Tree } from '../../git-store/git-store.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { commitTime } from '../reading/publication.ts';
import type { ContentReader } from '../reading/reader.ts';
import { parsePost } from '../posts/stored-posts.ts';
import { changedFiles } from './file-changes.ts';

/** The most commits to examine for a public change; a step may end at a commit without one. */
const NEARBY_COMMITS = 20;
const PER_PAGE = 100;
const MINUTE_MS = 60_000;
/**
 * Newer commits are searched in ever longer periods of time, since stores list the newest first.
 */
const INTERVALS_MS = [1, 60, 24 * 60, 30 * 24 * 60, 400 * 24 * 60].map((it) => it * MINUTE_MS);

const isPhoto = (path: string): boolean => photoOf(path) !== undefined || isPhotoDetailsPath(path);

export const createSiteTimeline = (store: GitStore, reader: ContentReader, blobs: BlobCache) => {
  const isPublicPost = async (tree: Tree, path: string, time: number): Promise<boolean> => {
    const [id, blob] = [postIdOf(path), tree.get(path)?.sha];
    if (id === undefined || blob === undefined) return false;
    const bytes = (await blobs.readEach([blob])).get(blob);
    return bytes instanceof Uint8Array && isPublic(parsePost({ path, id, blob }, bytes), time);
  };

  /** Whether visitors see the change of a commit. New photos and drafts alone are not visible. */
  const isSeen = async (commit: CommitInfo): Promise<boolean> => {
    const { sha, parent } = commit;
    if (parent === null) return true;
    const time = commitTime(commit);
    const [before, after] = await Promise.all([store.list(parent), store.list(sha)]);
    for (const file of changedFiles(before, after)) {
      const { path } = file;
      if (!isContentPath(path) || (isPhoto(path) && !file.before)) continue;
      if (postIdOf(path) === undefined) return true;
      if ((await isPublicPost(before, path, time)) || (await isPublicPost(after, path, time)))
        return true;
    }
    return false;
  };

  /** Returns the first commit with a public change, or the last examined one if there are more. */
  const firstSeen = async (commits: readonly CommitInfo[]): Promise<CommitInfo | undefined> => {
    const near = commits.slice(0, NEARBY_COMMITS);
    for (const commit of near) if (await isSeen(commit)) return commit;
    return commits.length > near.length ? near.at(-1) : undefined;
  };

  const olderThan = async ({ sha }: CommitInfo): Promise<CommitInfo | undefined> => {
    const { commits } = await store.history({ from: sha, page: 1, perPage: NEARBY_COMMITS + 2 });
    return firstSeen(commits.slice(1));
  };

  /** Returns the commits within `stretchMs` after a commit, oldest first. */
  const commitsAfter = async (
    { sha, date }: CommitInfo,
    head: CommitSha,
    stretchMs: number,
  ): Promise<CommitInfo[]> => {
    const until = new Date(Date.parse(date) + stretchMs).toISOString();
    const query = { from: head, since: date, until, perPage: PER_PAGE };
    const result: CommitInfo[] = [];
    for (let page = 1; ; page += 1) {
      const { commits, hasMore } = await store.history({ ...query, page });
      result.push(...commits);
      if (!hasMore) break;
    }
    const position = result.findIndex((info) => info.sha === sha);
    return (position === -1 ? result : result.slice(0, position)).reverse();
  };

  const newerThan = async (info: CommitInfo, head: CommitInfo): Promise<CommitInfo | undefined> => {
    if (info.sha === head.sha) return undefined;
    const wholeMs = Date.parse(head.date) - Date.parse(info.date);
    const stretches = INTERVALS_MS.filter((it) => it < wholeMs);
    for (const stretchMs of [...stretches, wholeMs]) {
      const seen = await firstSeen(await commitsAfter(info, head.sha, stretchMs));
      if (seen) return seen;
    }
    return undefined;
  };

  return {
    /** Throws `NotFound` when there is no such commit. */
    info: (commit: CommitSha) => store.show(commit),

    /**
     * Returns a commit with the nearest ones that changed something that visitors see, and the ISO
     * dates of the first and of the newest commit. Throws `NotFound`.
     */
    moment: async (commit: CommitSha) => {
      const { revision } = await reader.current();
      const [info, head, first] = await Promise.all([
        store.show(commit),
        store.show(revision),
        store.oldest(revision),
      ]);
      const [older, newer] = await Promise.all([olderThan(info), newerThan(info, head)]);
      return { info, older, newer, began: first.date, latest: head.date };
    },

    /** Returns the newest commit up to an ISO date; the first commit if all are newer. */
    at: async (date: string): Promise<CommitInfo> => {
      const { revision } = await reader.current();
      const query = { from: revision, until: date, page: 1, perPage: 1 };
      const { commits } = await store.history(query);
      return commits[0] ?? store.oldest(revision);
    },
  };
};
