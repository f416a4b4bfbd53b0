import { RateLimited } from './errors.ts';

/** Counts reads; throws `RateLimited` when there would be too many. */
export type ReadLimit = (reads: number) => void;

const HOUR_MS = 60 * 60 * 1000;

/**
 * Counts reads, so that visitors can't spend the quota that saves and checks of the head need.
 * Throws `RateLimited` when there would be too many within the hour that began with the first.
 */
export const createReadLimit = (perHour: number): ReadLimit => {
  let end = 0;
  let left = 0;
  return (reads) => {
    if (reads === 0) return;
    const now = Date.now();
    // A clock that was set back must not make an hour of days.
    if (now >= end || end - now > HOUR_MS) {
      end = now + HOUR_MS;
      left = perHour;
    }
    if (left < reads) {
      throw new RateLimited('Too many files were read of GitHub within an hour.', new Date(end));
    }
    left -= reads;
  };
};
