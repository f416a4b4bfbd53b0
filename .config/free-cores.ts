/** The number of tests to run at once, by the cores that are idle. */
import { availableParallelism, cpus } from 'node:os';

const MEASURED_MS = 500;

/** Not from the load average, which counts the tests that ended just before. */
const measure = (): number => {
  const before = cpus();
  // Some containers hide the times of the cores.
  if (before.every(({ times }) => times.idle === 0)) return availableParallelism();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MEASURED_MS);
  const idleMs = cpus().map(({ times }, core) => times.idle - (before[core]?.times.idle ?? 0));
  const idle = idleMs.reduce((sum, ms) => sum + ms, 0) / MEASURED_MS;
  return Math.min(Math.round(idle), availableParallelism());
};

/** The number of idle cores; the same in all processes of a run. */
export const countFreeCores = (): number =>
  Number((process.env['FREE_CORES'] ??= String(measure())));
