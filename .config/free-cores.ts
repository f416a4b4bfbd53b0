/** The number of tests to run at once, by the cores that are idle. */
import { availableParallelism, cpus } from 'node:os';

const MEASURED_MS = 500;

/** The milliseconds of all cores since the machine started: idle ones, and all. */
const readTimes = () => {
  const times = cpus().map((core) => core.times);
  const all = times.flatMap((core) => Object.values(core));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map((core) => core.idle)), all: sum(all) };
};

/** The load average would count the tests that ended just before, such as the unit tests. */
const measureIdleShare = (): number => {
  const before = readTimes();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MEASURED_MS);
  const after = readTimes();
  const all = after.all - before.all;
  // Some containers hide the times of the cores.
  return all > 0 ? (after.idle - before.idle) / all : 1;
};

/** The number of cores that are idle now. Every process of one run of tests gets the same number. */
export const countFreeCores = (): number => {
  process.env['FREE_CORES'] ??= String(Math.round(availableParallelism() * measureIdleShare()));
  return Number(process.env['FREE_CORES']);
};
