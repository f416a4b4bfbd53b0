/** Runs the API on watch and Vite's development server, which proxies to it; ends both together. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const run = (command: string, ...args: string[]) =>
  spawn(command, args, { cwd: ROOT, stdio: 'inherit' });

// Vite's runner loader reads its configuration from the workspaces' TypeScript.
const children = [
  run('npx', 'tsx', 'watch', 'api/src/main.ts'),
  run('npx', 'vite', '--configLoader', 'runner', '--clearScreen', 'false', 'web'),
];

const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};

for (const child of children) child.once('exit', stop);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
