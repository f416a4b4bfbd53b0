import { RateLimited } from './errors.ts';

/** Counts a number of reads; throws `RateLimited` if they would exceed the limit. */
export type ReadLimit = (reads: number) => void;

const HOUR_MS = 60 * 60 * 1000;

/** Beyond it, all sources begin again; what they read together has a limit, too. */
const SOURCES_MAX = 10_000;

/**
 * Returns a function that limits the reads of each source, so that visitors can't use up the quota
 * that saves and checks of the head need. The hour begins with its first read.
 */
export const createReadLimits = (perHour: number) => {
  const readsBySource = new Map<string, number>();
  let end = 0;
  return (source = ''): ReadLimit =>
    (reads) => {
      if (reads === 0) return;
      const now = Date.now();
      // If the clock was set back, the hour must not last for days.
      if (now >= end || end - now > HOUR_MS || readsBySource.size > SOURCES_MAX) {
        end = now + HOUR_MS;
        readsBySource.clear();
      }
      const total = (readsBySource.get(source) ?? 0) + reads;
      if (total > perHour) {
        const message = 'Too many files were read from GitHub within an hour.';
        throw new RateLimited(message, new Date(end));
      }
      readsBySource.set(source, total);
    };
};
