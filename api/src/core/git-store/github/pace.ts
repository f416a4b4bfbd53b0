import { RateLimited } from '../errors.ts';

/**
 * The most requests that create content.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
const LIMITS = [
  { ms: 60_000, most: 80 },
  { ms: 3_600_000, most: 500 },
] as const;
/** The share of each that staged files leave to saves. */
const RESERVE = 0.25;

/** Counts requests that create content, so that files are refused before GitHub refuses saves. */
export const createPace = () => {
  let times: number[] = [];
  return {
    note: (): void => {
      times = [...times.slice(-LIMITS[1].most), Date.now()];
    },
    /** Throws `RateLimited`, with the time of the next request, if the rest is left to saves. */
    rejectIfFull: (): void => {
      const now = Date.now();
      // After the clock was set back, later times do not count.
      const since = (ms: number): number[] =>
        times.filter((time) => time > now - ms && time <= now);
      const free = LIMITS.map(({ ms, most }) => {
        const recent = since(ms);
        const last = recent.at(-Math.floor(most * (1 - RESERVE)));
        return last === undefined ? now : last + ms;
      });
      const next = Math.max(...free);
      if (next > now)
        throw new RateLimited('GitHub takes no more pictures for now.', new Date(next));
    },
  };
};
