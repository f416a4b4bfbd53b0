import type { PostRevision } from 'content-schema';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { CommitInfo, CommitSha, GitStore } from '../../git-store/git-store.ts';
import { createReadLimit } from '../../git-store/read-limit.ts';
import { slicesOf } from '../../slices.ts';
import { readStoredPost } from '../posts/stored-posts.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';
import { collectRevisions } from './post-revisions.ts';

/**
 * Reads the public changes of a post since its publication, oldest first, from the history of its
 * file. Resolves to undefined while the store fails, or once `perHour` is used up.
 */
export type ReadRevisions = (
  snapshot: ContentSnapshot,
  post: PostEntry,
) => Promise<readonly PostRevision[] | undefined>;

interface Options {
  readonly store: Pick<GitStore, 'history' | 'versions'>;
  readonly blobs: BlobCache;
  /** The most file histories to read within an hour; each takes three requests to GitHub. */
  readonly perHour: number;
}

/** GitHub's limit. */
const PER_PAGE = 100;
/** Older revisions are not shown. */
const PAGES_MAX = 10;
/** Versions to hold in memory at a time. */
const READ_AT_ONCE = 50;

export const createReadRevisions = ({ store, blobs, perHour }: Options): ReadRevisions => {
  const inTurn = pLimit(1);
  const take = createReadLimit(perHour);

  const commitsOf = async (path: string, from: CommitSha): Promise<CommitInfo[]> => {
    const commits: CommitInfo[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const listed = await store.history({ from, path, page, perPage: PER_PAGE });
      commits.push(...listed.commits);
      if (!listed.hasMore) break;
    }
    return commits;
  };

  const read: ReadRevisions = async ({ revision }, { id, path }) => {
    take(1);
    const commits = await commitsOf(path, revision);
    const shas = commits.map(({ sha }) => sha);
    const versions = await store.versions(path, shas);
    const dated = commits.map(({ date }, i) => ({ date, blob: versions[i] ?? null })).reverse();
    const collected = collectRevisions();
    for (const slice of slicesOf(dated, READ_AT_ONCE)) {
      const bytes = await blobs.readEach(slice.flatMap(({ blob }) => blob ?? []));
      for (const { date, blob } of slice) {
        const result = blob === null ? undefined : bytes.get(blob);
        if (blob === null || !(result instanceof Uint8Array)) continue;
        const { fields, entry } = readStoredPost({ path, id, blob }, result);
        collected.add({ date, shown: entry.hidden ? undefined : fields });
        await yieldToEventLoop();
      }
    }
    return collected.revisions;
  };

  return (snapshot, post) => inTurn(() => read(snapshot, post)).catch(() => undefined);
};
