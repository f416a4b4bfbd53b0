import { RateLimited } from './errors.ts';

/** Counts a number of reads; throws `RateLimited` if they would exceed the limit. */
export type ReadLimit = (reads: number) => void;

const HOUR_MS = 60 * 60 * 1000;

/**
 * Creates a limit on reads, so that visitors can't use up the quota that saves and checks of the
 * head need. The hour begins with its first read.
 */
export const createReadLimit = (perHour: number): ReadLimit => {
  let end = 0;
  let left = 0;
  return (reads) => {
    if (reads === 0) return;
    const now = Date.now();
    // If the clock was set back, the hour must not last for days.
    if (now >= end || end - now > HOUR_MS) {
      end = now + HOUR_MS;
      left = perHour;
    }
    if (left < reads) {
      throw new RateLimited('Too many files were read from GitHub within an hour.', new Date(end));
    }
    left -= reads;
  };
};
