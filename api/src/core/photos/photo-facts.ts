import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createCache, type CacheRegistry } from '../cache.ts';
import type { DiskLog } from '../git-store/disk-cache/log.ts';
import type { BlobSha, GitStore } from '../git-store/git-store.ts';
import { measureImage, type ImageFacts } from './measure-image.ts';
import type { Photo } from './photo.ts';

const FACTS_MAX = 20_000;

interface Options {
  readonly caches: CacheRegistry;
  /** Keeps facts for later processes; absent means they are not kept. */
  readonly log?: DiskLog | undefined;
}

/** A line of the log. */
type FactsRecord = readonly [blob: BlobSha, facts: ImageFacts | null];

export type PhotoFacts = ReturnType<typeof createPhotoFacts>;

export const createPhotoFacts = ({ caches, log }: Options) => {
  const cache = createCache<{ readonly facts: ImageFacts | null }>(caches, {
    name: 'photo-facts',
    max: FACTS_MAX,
  });
  const runExclusive = pLimit(1);
  let version = 0;

  const readLog = async (): Promise<void> => {
    const records = ((await log?.read()) ?? []) as readonly FactsRecord[];
    for (const [blob, facts] of records) cache.set(blob, { facts });
    const isMostlyOld = records.length > 2 * FACTS_MAX;
    if (isMostlyOld) log?.replace(cache.entries().map(([blob, { facts }]) => [blob, facts]));
  };

  return {
    /** Resolves once the facts of earlier processes are loaded. */
    ready: readLog(),
    /** The facts of an image; undefined if it was not measured, null if it can't be. */
    of: (blob: BlobSha) => cache.get(blob)?.facts,
    /** A number that changes with each new fact. */
    version: () => version,
    /** Measures an image unless that was done before, one at a time. Never throws. */
    measure: (blob: BlobSha, bytes: Uint8Array) =>
      runExclusive(async () => {
        const { facts } = await cache.load(blob, async () => {
          const measured = (await measureImage(bytes)) ?? null;
          version += 1;
          log?.append([blob, measured] satisfies FactsRecord);
          return { facts: measured };
        });
        return facts;
      }),
  };
};

/** The delay before measuring, so that pages and saves go first. */
const FIRST_DELAY_MS = 5_000;
/** The pause between two photos, as a multiple of the time that the last one took. */
const PAUSE_FACTOR = 4;
const HOUR_MS = 3_600_000;

const isUnmeasured = ({ details: { width, height } }: Photo): boolean =>
  width === undefined || height === undefined;

/**
 * Measures photos of unknown size in the background, at most `perHour`. `read` bypasses the cache
 * in memory, which is for photos that visitors view. Call it with the photos of each snapshot.
 */
export const createPhotoMeasuring = (
  facts: PhotoFacts,
  read: GitStore['read'],
  perHour: number,
) => {
  let waiting: BlobSha[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    running = true;
    await delay(FIRST_DELAY_MS, undefined, { ref: false });
    for (let blob = waiting.shift(); blob !== undefined; blob = waiting.shift()) {
      if (facts.of(blob) !== undefined) continue;
      const start = performance.now();
      const bytes = (await read([blob], 'visitor')).get(blob);
      if (bytes instanceof Uint8Array) await facts.measure(blob, bytes);
      const pause = Math.max(PAUSE_FACTOR * (performance.now() - start), HOUR_MS / perHour);
      await delay(pause, undefined, { ref: false });
    }
  };

  return (photos: readonly Photo[]): void => {
    waiting = photos
      .filter((photo) => isUnmeasured(photo) && facts.of(photo.blob) === undefined)
      .map(({ blob }) => blob);
    if (running || waiting.length === 0) return;
    run()
      // The store has failed; the next snapshot triggers another attempt.
      .catch(() => undefined)
      .finally(() => {
        running = false;
      });
  };
};
