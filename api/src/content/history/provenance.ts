import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  type PostRevision,
} from 'content-schema';
import { LRUCache } from 'lru-cache';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { DiskLog } from '../../git-store/disk-cache/log.ts';
import { RateLimited } from '../../git-store/errors.ts';
import { isObjectId } from '../../git-store/git-object-id.ts';
import type { BlobSha, CommitInfo, CommitSha, GitStore } from '../../git-store/git-store.ts';
import { createReadLimit } from '../../git-store/read-limit.ts';
import { createLimit } from '../../limit.ts';
import { slicesOf } from '../../slices.ts';
import { readStoredPost } from '../posts/stored-posts.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';
import { collectRevisions } from './post-revisions.ts';

/**
 * Finds out when and how often public content was changed. It reads the history of a file in the
 * background, once for each version of the file, so that no page waits for it.
 */
export interface Provenance {
  /**
   * The cached revisions of a post. If there are none, returns undefined and starts a lookup,
   * unless the store fails or `perHour` is used up.
   */
  knownRevisions(snapshot: ContentSnapshot, post: PostEntry): readonly PostRevision[] | undefined;
  /** Waits for the lookup; undefined if it failed. Never throws. */
  revisions(
    snapshot: ContentSnapshot,
    post: PostEntry,
  ): Promise<readonly PostRevision[] | undefined>;
  /** The ISO date of the last change that visitors see; undefined like `knownRevisions`. */
  lastChange(snapshot: ContentSnapshot): string | undefined;
  /** Drops the facts about changed files: their old bytes may come back with a new history. */
  forget(next: ContentSnapshot): void;
}

interface Options {
  readonly store: Pick<GitStore, 'history' | 'versions'>;
  readonly blobs: BlobCache;
  /** The most file histories to look up within an hour; a post takes several requests. */
  readonly perHour: number;
  /** Keeps results for later processes; absent means they are not kept. */
  readonly log?: DiskLog | undefined;
}

/** The revisions of a post, or the ISO date of the last change of another file. */
type Fact = readonly PostRevision[] | string;

interface KnownFact {
  readonly blob: BlobSha;
  readonly fact: Fact;
}

type FactRecord = readonly [path: string, blob: BlobSha, fact: Fact];

const FACTS_MAX = 20_000;
/** GitHub's limit. */
const PER_PAGE = 100;
/** Older revisions are not counted. */
const PAGES_MAX = 10;
/** Versions to hold in memory at a time. */
const READ_AT_ONCE = 50;
/** No lookups for this long after a failure of the store. */
const PAUSE_MS = 60_000;

const isRecord = (value: unknown): value is FactRecord =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  isObjectId(String(value[1])) &&
  (typeof value[2] === 'string' || Array.isArray(value[2]));

/** The files, other than posts, that every public site shows. */
const ENTITY_FILES = [SITE_PATH, PROFILE_PATH, EXPERIENCES_PATH, SECTIONS_PATH];

const timeOfPost = ({ updatedAt, createdAt }: PostEntry): number =>
  Date.parse(updatedAt ?? createdAt ?? '');

/** Returns the latest date of a visible post, ignoring dates in the future. */
const lastTimeOf = ({ posts }: ContentSnapshot, now: number): number => {
  // Posts are sorted newest first; those from `low` on are not in the future.
  let [low, high] = [0, posts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const post = posts[middle];
    if (post && timeOfPost(post) > now) low = middle + 1;
    else high = middle;
  }
  const last = posts.find((post, i) => i >= low && !post.hidden);
  return last ? timeOfPost(last) || 0 : 0;
};

export const createProvenance = ({ store, blobs, perHour, log }: Options): Provenance => {
  const facts = new LRUCache<string, KnownFact>({ max: FACTS_MAX });
  const flights = new Map<string, Promise<Fact | undefined>>();
  const oneAtATime = createLimit(1);
  const take = createReadLimit(perHour);
  let pausedUntil = 0;
  let lines = 0;

  const readLog = async (): Promise<void> => {
    const records = (await log?.read()) ?? [];
    lines = records.length;
    for (const record of records) {
      if (isRecord(record)) facts.set(record[0], { blob: record[1], fact: record[2] });
    }
  };
  const read = readLog();

  const keep = (path: string, known: KnownFact): void => {
    facts.set(path, known);
    lines += 1;
    if (lines <= 2 * FACTS_MAX) log?.append([path, known.blob, known.fact] satisfies FactRecord);
    else {
      // `entries` returns the most recent first; the log is written oldest first.
      const all = [...facts.entries()].reverse();
      log?.replace(all.map(([key, { blob, fact }]): FactRecord => [key, blob, fact]));
      lines = facts.size;
    }
  };

  const commitsOf = async (path: string, from: CommitSha): Promise<CommitInfo[]> => {
    const commits: CommitInfo[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const listed = await store.history({ from, path, page, perPage: PER_PAGE });
      commits.push(...listed.commits);
      if (!listed.hasMore) break;
    }
    return commits;
  };

  const findRevisions = async ({ id, path }: PostEntry, from: CommitSha): Promise<Fact> => {
    const commits = await commitsOf(path, from);
    const shas = commits.map(({ sha }) => sha);
    const versions = await store.versions(path, shas);
    const dated = commits.map(({ date }, i) => ({ date, blob: versions[i] ?? null })).reverse();
    const collected = collectRevisions();
    for (const slice of slicesOf(dated, READ_AT_ONCE)) {
      const bytes = await blobs.readEach(slice.flatMap(({ blob }) => blob ?? []));
      for (const { date, blob } of slice) {
        const found = blob === null ? undefined : bytes.get(blob);
        if (blob === null || !(found instanceof Uint8Array)) continue;
        const { fields, entry } = readStoredPost({ path, id, blob }, found);
        collected.add({ date, shown: entry.hidden ? undefined : fields });
        await yieldToEventLoop();
      }
    }
    return collected.revisions;
  };

  const findDate = async (path: string, from: CommitSha): Promise<Fact | undefined> =>
    (await store.history({ from, path, page: 1, perPage: 1 })).commits[0]?.date;

  const lookUp = (
    path: string,
    blob: BlobSha,
    find: () => Promise<Fact | undefined>,
  ): Promise<Fact | undefined> => {
    return oneAtATime(async () => {
      await read;
      const known = facts.get(path);
      if (known?.blob === blob) return known.fact;
      if (Date.now() < pausedUntil) return undefined;
      take(1);
      const fact = await find();
      if (fact !== undefined) keep(path, { blob, fact });
      return fact;
    }).catch((error: unknown) => {
      pausedUntil = error instanceof RateLimited ? error.retryAt.getTime() : Date.now() + PAUSE_MS;
      return undefined;
    });
  };

  const factOf = (path: string, blob: BlobSha): Fact | undefined => {
    const known = facts.get(path);
    return known?.blob === blob ? known.fact : undefined;
  };

  /** Looks up a fact; resolves to undefined if it can't be found. */
  const learn = (
    path: string,
    blob: BlobSha,
    find: () => Promise<Fact | undefined>,
  ): Promise<Fact | undefined> => {
    const key = `${path} ${blob}`;
    const flight = flights.get(key) ?? lookUp(path, blob, find).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  const revisions: Provenance['revisions'] = async ({ revision }, post) => {
    const { path, blob } = post;
    const fact =
      factOf(path, blob) ?? (await learn(path, blob, () => findRevisions(post, revision)));
    return typeof fact === 'string' ? undefined : fact;
  };

  return {
    revisions,
    knownRevisions: (snapshot, post) => {
      const fact = factOf(post.path, post.blob);
      if (fact === undefined) void revisions(snapshot, post);
      return typeof fact === 'string' ? undefined : fact;
    },
    lastChange: (snapshot) => {
      const { revision, tree, site } = snapshot;
      const files = [...ENTITY_FILES, ...(site.logo ? [site.logo.path] : [])];
      const dates = files.flatMap((path): (Fact | undefined)[] => {
        const blob = tree.get(path)?.sha;
        if (!blob) return [];
        const fact = factOf(path, blob);
        if (fact === undefined) void learn(path, blob, () => findDate(path, revision));
        return [fact];
      });
      if (dates.includes(undefined)) return undefined;
      const now = Date.now();
      const ofFiles = dates.flatMap((date) => (typeof date === 'string' ? Date.parse(date) : []));
      const last = Math.max(lastTimeOf(snapshot, now), ...ofFiles.filter((time) => time <= now));
      return last === 0 ? undefined : new Date(last).toISOString();
    },
    forget: ({ tree }) => {
      for (const [path, { blob }] of facts.entries()) {
        if (tree.get(path)?.sha !== blob) facts.delete(path);
      }
    },
  };
};
