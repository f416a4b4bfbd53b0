/**
 * Runs the API in watch mode and Vite's development server, which proxies to the API. Stopping one
 * stops both. `--awkward` keeps the content in `data/awkward` and starts it with content that is
 * hard to display: 1,000 posts, right-to-left text, an empty profile and more. Delete that folder
 * to start over.
 */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const AWKWARD_DATA = join(ROOT, 'data/awkward');

// The API prints the site's address, so it must know Vite's.
const env: NodeJS.ProcessEnv = { PUBLIC_URL: 'http://localhost:5173', ...process.env };
if (process.argv.includes('--awkward')) {
  env['DATA_DIR'] = AWKWARD_DATA;
  const seed = ['tsx', 'api/bench/seed-awkward-content.ts', AWKWARD_DATA];
  execFileSync('npx', seed, { cwd: ROOT, stdio: 'inherit' });
}

const run = (command: string, ...args: string[]) =>
  spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' });

// Vite's runner loader reads its configuration from the workspaces' TypeScript.
const children = [
  run('npx', 'tsx', 'watch', 'api/src/main.ts'),
  run('npx', 'vite', '--configLoader', 'runner', '--strictPort', '--logLevel', 'warn', 'web'),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};

for (const child of children) child.once('exit', stop);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
