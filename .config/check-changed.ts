/**
 * `npm run check:changed [-- <ref>]`: checks formatting and lint of the files, including untracked
 * ones, that changed since this branch left `main` (or since another ref), and all types. `npm run
 * check` also looks for unused code and checks the layer rules, which need all files.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const paths = (output: string): string[] => output.split('\0').filter((path) => path !== '');

const base = git('merge-base', process.argv[2] ?? 'main', 'HEAD').trim();
const changed = [
  ...paths(git('diff', '--name-only', '--diff-filter=d', '-z', base)),
  ...paths(git('ls-files', '--others', '--exclude-standard', '-z')),
];
const code = changed.filter((path) => /\.(ts|tsx|mjs)$/.test(path));

const passes = (tool: string, ...args: string[]): boolean =>
  spawnSync('npx', [tool, ...args], { cwd: ROOT, stdio: 'inherit' }).status === 0;

const PRETTIER = ['--config', '.config/prettier.json', '--check', '--ignore-unknown'];
const ESLINT = ['--config', '.config/eslint.config.mjs', '--no-warn-ignored'];

console.log(`${changed.length} changed files, ${code.length} of them code`);
const results = [
  changed.length === 0 || passes('prettier', ...PRETTIER, ...changed),
  code.length === 0 || passes('eslint', ...ESLINT, ...code),
  passes('tsc', '--build'),
];
process.exitCode = results.every(Boolean) ? 0 : 1;
