import { setTimeout as delay } from 'node:timers/promises';
import type { BlobSha, GitStore } from '../git-store/git-store.ts';
import type { Photo } from '../photos/photo.ts';
import type { PhotoFacts } from '../photos/photo-facts.ts';

/** The delay before measuring, so that pages and saves go first. */
const FIRST_DELAY_MS = 5_000;
/** The pause between two photos, as a multiple of the time that the last one took. */
const PAUSE_FACTOR = 4;
const HOUR_MS = 3_600_000;

const isUnmeasured = ({ details: { width, height } }: Photo): boolean =>
  width === undefined || height === undefined;

/**
 * Measures photos of unknown size in the background, one after the other, at most `perHour`. `read`
 * bypasses the cache in memory, which is for photos that visitors view. Returns a function to call
 * with the photos of each snapshot.
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
      const bytes = (await read([blob])).get(blob);
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
