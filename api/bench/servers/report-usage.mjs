// Loaded into the product's process before the product: reports its resource usage on request.
import { readFileSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;

/**
 * Returns the CPU time of the main thread in milliseconds; of all threads if the system doesn't
 * tell them apart.
 */
const workMs = () => {
  try {
    const [ranNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(ranNs) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
};

let longestTurnMs = 0;

/** Measures how long the main thread works without yielding. */
const watchTurns = () => {
  let before = workMs();
  const turn = () => {
    const now = workMs();
    longestTurnMs = Math.max(longestTurnMs, now - before);
    before = now;
    setImmediate(turn);
  };
  setImmediate(turn);
};

process.on('message', (question) => {
  if (question === 'watch') watchTurns();
  if (question === 'work') process.send?.({ workMs: workMs() });
  if (question !== 'usage') return;
  const worked = workMs();
  // Between two ticks, as a server collects garbage: during one, V8 would keep the shape of ticks.
  setImmediate(() => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    const peakMb = process.resourceUsage().maxRSS / 1024;
    const memoryMb = (heapUsed + external) / MEGABYTE;
    process.send?.({ workMs: worked, memoryMb, peakMb, longestTurnMs });
    longestTurnMs = 0;
  });
});
// The channel to the parent must not keep the process alive.
process.channel?.unref();
