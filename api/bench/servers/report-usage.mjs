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

process.on('message', (question) => {
  if (question !== 'usage') return;
  const worked = workMs();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ workMs: worked, memoryMb: (heapUsed + external) / MEGABYTE });
});
// What listens to its parent would never end.
process.channel?.unref();
