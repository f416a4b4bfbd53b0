import { isPublic, type PostRevision, type RevisionChange } from 'content-schema';
import type { PostFields } from 'content-schema/front-matter';
import { renderedBody } from 'content-schema/rendered-body';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { GitStore } from '../../git-store/git-store.ts';
import { createReadLimit } from '../../git-store/read-limit.ts';
import { slicesOf } from '../../slices.ts';
import { readStoredPost } from '../posts/stored-posts.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import { commitTime } from '../reading/publication.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';
import { readCommits } from './find-commits.ts';

const COMMITS_MAX = 1_000;
/** Versions to hold in memory at a time. */
export const READ_AT_ONCE = 50;

/** What visitors see of a post. */
type Shown = Pick<PostFields, 'title' | 'tags' | 'content'>;

const wordsOf = (content: string): string[] =>
  renderedBody(content)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Counts the words that another list lacks or contains less often. */
const countMissing = (words: readonly string[], others: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  }).length;
};

const changesBetween = (before: Shown, after: Shown): RevisionChange[] => {
  const changes: RevisionChange[] = [];
  if (before.title !== after.title) {
    changes.push({ kind: 'title', before: before.title, after: after.title });
  }
  const [old, now] = [wordsOf(before.content), wordsOf(after.content)];
  if (old.join(' ') !== now.join(' ')) {
    const [added, removed] = [countMissing(now, old), countMissing(old, now)];
    changes.push({ kind: 'text', added, removed });
  }
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  if (added.length + removed.length > 0) changes.push({ kind: 'tags', added, removed });
  return changes;
};

/** The versions of a file up to a snapshot, newest first, with their first and last moment. */
export const readVersions = async (
  store: Pick<GitStore, 'info' | 'history' | 'versions'>,
  { revision: from, asOf }: Pick<ContentSnapshot, 'revision' | 'asOf'>,
  path: string,
) => {
  const commits = (await readCommits(store, { from, path })).commits.slice(0, COMMITS_MAX);
  const versions = await store.versions(
    path,
    commits.map(({ sha }) => sha),
  );
  return commits.map((commit, index) => {
    const next = commits[index - 1];
    const times = [commitTime(commit), next ? Date.parse(next.date) - 1 : asOf];
    return { commit, times, blob: versions[index] ?? null };
  });
};

/**
 * Creates a function that reads the public changes of a post since its publication, oldest first,
 * from the history of its file, which takes three requests to GitHub. It resolves to undefined while
 * the store fails, or once `perHour` histories were read within an hour.
 */
export const createReadRevisions = (store: GitStore, blobs: BlobCache, perHour: number) => {
  const inTurn = pLimit(1);
  const take = createReadLimit(perHour);

  const read = async (snapshot: ContentSnapshot, { id, path }: PostEntry) => {
    take(1);
    const versions = (await readVersions(store, snapshot, path)).reverse();
    const revisions: PostRevision[] = [];
    // Compared with the last public version, so that versions that were never public don't appear.
    let last: Shown | undefined;
    for (const slice of slicesOf(versions, READ_AT_ONCE)) {
      const bytes = await blobs.readEach(slice.flatMap(({ blob }) => blob ?? []));
      for (const { commit, times, blob } of slice) {
        const result = blob === null ? undefined : bytes.get(blob);
        if (blob === null || !(result instanceof Uint8Array)) continue;
        const { fields, entry } = readStoredPost({ path, id, blob }, result);
        await yieldToEventLoop();
        // A planned version became public, unless another one replaced it before.
        if (!times.some((time) => isPublic(entry, time))) continue;
        const changes = last ? changesBetween(last, fields) : [];
        if (changes.length > 0) revisions.push({ date: commit.date, changes });
        last = fields;
      }
    }
    return revisions;
  };

  return (snapshot: ContentSnapshot, post: PostEntry) =>
    inTurn(() => read(snapshot, post)).catch(() => undefined);
};
