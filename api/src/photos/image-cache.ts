import { LRUCache } from 'lru-cache';
import { createFairLimit, type Waiter } from '../limit.ts';
import type { CacheCounts } from '../metrics.ts';
import { PicturesBusy } from './errors.ts';

interface Options<Image> {
  readonly maxBytes: number;
  readonly sizeOf: (image: Image) => number;
  /** The number of images that are created at a time. */
  readonly atOnce: number;
  /** The number of images that one source may wait for. */
  readonly waitingMax: number;
}

interface Source<Image> {
  readonly waiter: Waiter;
  /** Reads what an earlier process created, without waiting for a turn. */
  readonly stored?: (() => Promise<Image | undefined>) | undefined;
  readonly create: () => Promise<Image>;
}

/** Creates a bounded cache of images that take long to create. Sources of requests take turns. */
export const createImageCache = <Image extends object>(options: Options<Image>) => {
  const { maxBytes, sizeOf, atOnce, waitingMax } = options;
  const images = new LRUCache<string, Image>({
    maxSize: maxBytes,
    sizeCalculation: (image) => sizeOf(image) + 500,
  });
  const flights = new Map<string, Promise<Image>>();
  const counts: CacheCounts = { hits: 0, misses: 0 };
  const inTurn = createFairLimit(atOnce);

  const find = (key: string): Image | Promise<Image> | undefined => {
    const found = images.get(key) ?? flights.get(key);
    if (found) counts.hits += 1;
    return found;
  };

  const create = (key: string, make: () => Promise<Image>): Promise<Image> => {
    counts.misses += 1;
    const flight = make()
      .then((image) => {
        images.set(key, image);
        return image;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };

  return {
    counts,
    /**
     * Returns the image with the key, which is created unless it is cached or stored. Throws the
     * errors of `create`, `PicturesBusy` while the source waits for too many, and the reason of the
     * waiter's signal.
     */
    get: async (key: string, { waiter, stored, create: make }: Source<Image>): Promise<Image> => {
      const known = find(key);
      if (known) return known;
      const kept = await stored?.();
      if (kept) {
        counts.hits += 1;
        images.set(key, kept);
        return kept;
      }
      if (inTurn.waiting(waiter.source) >= waitingMax) throw new PicturesBusy();
      // Another request may have created it meanwhile.
      return inTurn(async () => find(key) ?? create(key, make), waiter);
    },
  };
};
