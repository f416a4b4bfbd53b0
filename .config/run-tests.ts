/**
 * Runs all tests of a built product. Those in the browser run beside the others, since either alone
 * leaves cores idle; what they print comes at the end. Fails if any test fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Both runs share the cores: each takes two workers on a machine with two. */
const env = { FREE_CORES: '1', ...process.env };

const browser = spawn('npm', ['run', 'test:e2e'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const others = spawn('npm', ['run', 'test:unit'], { env, stdio: 'inherit' });

const [printed, ...ends] = await Promise.all([
  text(browser.stdout),
  ...[browser, others].map((run) => once(run, 'close')),
]);
process.stdout.write(printed);
process.exitCode = ends.every(([code]) => code === 0) ? 0 : 1;
