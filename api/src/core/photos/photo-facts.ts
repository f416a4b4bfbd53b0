import pLimit from 'p-limit';
import { createCache, type CacheRegistry } from '../cache.ts';
import type { DiskLog } from '../git-store/disk-cache/log.ts';
import type { BlobSha } from '../git-store/git-store.ts';
import { measureImage, type ImageFacts } from './measure-image.ts';

const FACTS_MAX = 20_000;

interface Options {
  readonly caches: CacheRegistry;
  /** Keeps facts for later processes; absent means they are not kept. */
  readonly log?: DiskLog | undefined;
}

/** A line of the log. */
type FactsRecord = readonly [blob: BlobSha, facts: ImageFacts | null];

export type PhotoFacts = ReturnType<typeof createPhotoFacts>;

/** The measured facts of images, by blob. */
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
