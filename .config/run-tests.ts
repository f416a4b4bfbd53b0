/**
 * Runs all tests of a built product. Those in the browser run beside the others, since either alone
 * leaves cores idle; what they print comes at the end. Fails if any test fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { countFreeCores } from './free-cores.ts';

const cores = countFreeCores();
const withCores = (free: number) => ({ ...process.env, FREE_CORES: String(free) });

// A test in the browser takes two processes, that of the page and that of its server.
const env = withCores(Math.floor(cores / 2));
const browser = spawn('npm', ['run', 'test:e2e'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
const others = spawn('npm', ['run', 'test:unit'], { env: withCores(cores), stdio: 'inherit' });

const [printed, ...ends] = await Promise.all([
  text(browser.stdout),
  ...[browser, others].map((run) => once(run, 'close')),
]);
process.stdout.write(printed);
process.exitCode = ends.every(([code]) => code === 0) ? 0 : 1;
