// Loaded into the product's process before the product: tells what it uses when it is asked.
import { readFileSync } from 'node:fs';

const MEGABYTE = 1024 * 1024;
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Milliseconds that the main thread worked; of all threads where the system doesn't tell. */
const workMs = () => {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
    const [utime, stime] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(utime) + Number(stime)) * TICK_MS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
};

/** Nanoseconds that the main thread had a processor; it works in one turn while no other can begin. */
const ranNs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]);

let longestTurnMs = 0;
const watchTurns = () => {
  let before = ranNs();
  const turn = () => {
    const now = ranNs();
    longestTurnMs = Math.max(longestTurnMs, (now - before) / 1e6);
    before = now;
    setImmediate(turn);
  };
  setImmediate(turn);
};

process.on('message', (question) => {
  if (question === 'watch') watchTurns();
  if (question !== 'usage') return;
  const worked = workMs();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ workMs: worked, memoryMb: (heapUsed + external) / MEGABYTE, longestTurnMs });
  longestTurnMs = 0;
});
// What listens to its parent would never end.
process.channel?.unref();
