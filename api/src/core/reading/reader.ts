import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createCache, type CacheRegistry } from '../cache.ts';
import { RateLimited } from '../git-store/errors.ts';
import type { CommitResult, CommitSha, GitStore } from '../git-store/git-store.ts';
import { atTime } from './publication.ts';
import type { ContentSnapshot } from './snapshot.ts';
import type { LoadSnapshot } from './snapshot-loader.ts';

interface Options {
  readonly store: Pick<GitStore, 'head' | 'info' | 'list'>;
  readonly load: LoadSnapshot;
  readonly caches: CacheRegistry;
  readonly maxAgeSeconds: number;
  readonly onStale: (error: unknown) => void;
  /**
   * Called with each new snapshot and the one it replaces: of another commit, or of the same one at
   * another time. `isNext` if no other commit is between them for sure.
   */
  readonly onServed?: (
    next: ContentSnapshot,
    previous: ContentSnapshot | undefined,
    isNext: boolean,
  ) => void;
  /** Loads the content of an earlier process without the store. Never throws. */
  readonly loadStored?: () => Promise<ContentSnapshot | undefined>;
}

/** A slow store must not delay editing; a conflict is detected by the save. */
const LATEST_WAIT_MS = 3_000;
/** The longest wait for the first check before earlier content is served, or after a failed one. */
const CHECK_WAIT_MS = 1_000;
/** More than the number of commits during an editing session. */
const SEEN_MAX = 1_000;

export type ContentReader = ReturnType<typeof createContentReader>;

export const createContentReader = (options: Options) => {
  const { store, load, maxAgeSeconds, onStale, onServed } = options;
  let snapshot: ContentSnapshot | undefined;
  /** Commits that are known not to be newer than the snapshot. */
  const seen = createCache<true>(options.caches, { name: 'seen-commits', max: SEEN_MAX });
  let checkedAt = -Infinity;
  let stale = false;
  /** The error of the last check; undefined after a successful one. */
  let failure: Error | undefined;
  let hasAnswered = false;
  let flight: Promise<ContentSnapshot> | undefined;
  /** Counts saves, because a check that began before a save must not replace its result. */
  let adoptions = 0;

  const serving = new EventEmitter().setMaxListeners(0);

  /** The snapshot as of now, without a timer: derived when it is read. */
  const present = (): ContentSnapshot | undefined => {
    const next = snapshot && atTime(snapshot, Date.now());
    if (next !== snapshot) {
      if (next) onServed?.(next, snapshot, true);
      snapshot = next;
      serving.emit('served');
    }
    return next;
  };

  const serve = (loaded: ContentSnapshot, isNext = false): ContentSnapshot => {
    const next = atTime(loaded, Date.now());
    if (snapshot !== next || stale)
      onServed?.(next, snapshot === next ? undefined : snapshot, isNext);
    snapshot = next;
    seen.set(next.revision, true);
    checkedAt = performance.now();
    stale = false;
    failure = undefined;
    serving.emit('served');
    return next;
  };

  /** The content of a given commit. Throws `NotFound` when there is no such commit. */
  const at = async (commit: CommitSha): Promise<ContentSnapshot> => {
    const served = present();
    if (served?.revision === commit) return served;
    return load(commit, await store.list(commit), snapshot);
  };

  const check = async (staleHead?: CommitSha): Promise<ContentSnapshot> => {
    // A client that continues to send requests may be banned:
    // https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#handle-rate-limit-errors-appropriately
    if (failure instanceof RateLimited && failure.retryAt > new Date()) throw failure;
    const adoptionsBefore = adoptions;
    const head = await store.head(staleHead);
    hasAnswered = true;
    const next = await at(head);
    const served = present();
    return served && adoptions !== adoptionsBefore ? served : serve(next);
  };

  let loading: Promise<ContentSnapshot | undefined> | undefined;
  /** Serves the content of an earlier process, unless newer one was read meanwhile. */
  const restore = async (): Promise<ContentSnapshot | undefined> => {
    const served = () => snapshot;
    if (served()) return served();
    const cached = await (loading ??= options.loadStored?.() ?? Promise.resolve(undefined));
    if (!cached || served()) return served();
    seen.set(cached.revision, true);
    stale = true;
    return (snapshot = cached);
  };

  /**
   * Checks the head now; `staleHead` is a commit that the branch has moved past. Throws when the
   * store fails, and without a request while its quota is used up.
   */
  const refresh = async (staleHead?: CommitSha): Promise<ContentSnapshot> => {
    // A check in progress may have begun before the branch moved.
    if (staleHead !== undefined) await flight?.catch(() => undefined);
    flight ??= check(staleHead)
      .catch(async (error: unknown) => {
        await restore();
        stale = true;
        failure = error instanceof Error ? error : new Error(String(error));
        // While the store is down, don't send a request on each read.
        checkedAt = performance.now();
        throw error;
      })
      .finally(() => {
        flight = undefined;
      });
    return flight;
  };

  /** The cached content without waiting; undefined if no content was ever read. */
  const cached = (): ContentSnapshot | undefined => {
    const expired = performance.now() - checkedAt > maxAgeSeconds * 1000;
    if (snapshot && expired && !flight && !store.info.isScarce?.()) refresh().catch(onStale);
    return present();
  };

  const checkedInTime = async (checked: Promise<ContentSnapshot>): Promise<ContentSnapshot> => {
    const fallback = present();
    if (!fallback) return checked;
    const checkedOrCached = checked.catch((error: unknown) => {
      onStale(error);
      return fallback;
    });
    return Promise.race([checkedOrCached, delay(LATEST_WAIT_MS, fallback, { ref: false })]);
  };

  const firstRead = async (): Promise<ContentSnapshot> => {
    const earlier = failure;
    const isRecent = performance.now() - checkedAt < CHECK_WAIT_MS;
    if (earlier !== undefined && isRecent) throw earlier;
    const checked = refresh().catch((error: unknown) => {
      if (!snapshot) throw error;
      onStale(error);
      return snapshot;
    });
    const waited = delay(CHECK_WAIT_MS, undefined, { ref: false }).then(async () => {
      const cached = hasAnswered ? undefined : await restore();
      if (!cached && earlier !== undefined) throw earlier;
      return cached ?? checked;
    });
    return Promise.race([checked, waited]);
  };

  /** The cached content; an old head is checked in the background. Throws if none was ever read. */
  const current = async (): Promise<ContentSnapshot> => cached() ?? firstRead();

  /**
   * The content for a client that has seen `commit`. If it is unknown, another instance has written
   * it, and the head is checked first.
   */
  const atLeast = async (commit: CommitSha): Promise<ContentSnapshot> => {
    if (!snapshot || seen.has(commit)) return current();
    const checked = refresh(snapshot.revision).then((next) => {
      // A commit that is no longer on the branch must not cause a check each time.
      seen.set(commit, true);
      return next;
    });
    return checkedInTime(checked);
  };

  /** Resolves to the content once its commit isn't `revision`; rejects when the signal aborts. */
  const changed = async (revision: string, signal: AbortSignal): Promise<ContentSnapshot> => {
    let served = await current();
    while (served.revision === revision) {
      await once(serving, 'served', { signal });
      served = await current();
    }
    return served;
  };

  return {
    changed,
    /**
     * The content for editing: checks the head first, unless that fails or takes too long. Throws
     * if no content was ever read.
     */
    latest: () => checkedInTime(refresh()),
    atLeast,
    current,
    cached,
    refresh,
    at,
    /** Serves the result of a save, without reading it. */
    adopt: async ({ head, parent, tree }: CommitResult): Promise<ContentSnapshot> => {
      const next = await load(head, tree, snapshot);
      adoptions += 1;
      return serve(next, parent === snapshot?.revision);
    },
    /** The served content; `stale` is true after a failed check, and `failure` is its error. */
    state: () => ({ snapshot: present(), stale, failure }),
  };
};
