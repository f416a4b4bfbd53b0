/**
 * `npm run removal -- [name…] [--only types,unit] [--together]`: removes each feature, or each named
 * one, in a copy of the last commit as CONTRIBUTING describes it, and prints which checks and tests
 * pass without it. `--together` removes them all from one copy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['api/src/features', 'web/src/admin/features'];
/** Each has lines that name a file of a feature. */
const LISTS = ['api/src/features.ts', 'api/src/worker.ts', 'web/src/admin/features.ts'];
const PACKAGES = ['.', 'content-schema', 'fixtures', 'api', 'web'];

/** The scripts to run. The unused code is not checked: what only the feature uses stays unused. */
const CHECKS: Readonly<Record<string, string>> = {
  types: 'check:types',
  lint: 'check:lint',
  layers: 'check:layers',
  unit: 'test:unit',
  browser: 'test:e2e',
};
const SHOWN_LINES = 80;

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8' });

/** Links packages. A link to a workspace is relative, so it leads to the one of the copy. */
const linkPackages = (from: string, to: string): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = join(from, entry.name);
    if (entry.name.startsWith('.') && entry.name !== '.bin') continue;
    symlinkSync(entry.isSymbolicLink() ? readlinkSync(path) : path, join(to, entry.name));
  }
};

const testsThatNeed = (root: string, name: string): string[] => {
  const args = ['grep', '-lE', `^// Needs: (.*, )?${name}(,|$)`, '--', '*.test.*'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((path) => path !== '');
};

const removeFeature = (root: string, name: string): void => {
  const folders = FOLDERS.map((folder) => `${folder}/${name}`);
  const paths = [...folders, `web/e2e/${name}*.test.ts`, ...testsThatNeed(root, name)];
  git(root, 'rm', '-rq', '--ignore-unmatch', '--', ...paths);
  for (const list of LISTS) {
    const lines = readFileSync(join(root, list), 'utf8').split('\n');
    const others = lines.filter((line) => !line.includes(`./features/${name}/`));
    const isEmpty = !others.some((line) => /^(?:export|import) /.test(line));
    writeFileSync(join(root, list), others.join('\n') + (isEmpty ? 'export {};\n' : ''));
  }
};

/** Returns whether each check passes without some features, and prints why one fails. */
const checkWithout = (
  features: readonly string[],
  checks: readonly string[],
): Record<string, string> => {
  const name = features.join(', ');
  const copy = mkdtempSync(join(tmpdir(), 'without-a-feature-'));
  const start = performance.now();
  try {
    git(ROOT, 'worktree', 'add', '--quiet', '--detach', copy, 'HEAD');
    for (const folder of PACKAGES) {
      const [from, to] = [ROOT, copy].map((root) => join(root, folder, 'node_modules'));
      if (from && to && existsSync(from)) linkPackages(from, to);
    }
    for (const feature of features) removeFeature(copy, feature);
    const results = checks.map((check): [string, string] => {
      const options = { cwd: copy, encoding: 'utf8', maxBuffer: Infinity } as const;
      const args = ['run', '--silent', CHECKS[check] ?? check];
      const { status, stdout, stderr } = spawnSync('npm', args, options);
      if (status === 0) return [check, 'passes'];
      const output = (stdout + stderr).split('\n').slice(-SHOWN_LINES).join('\n');
      console.log(`Without ${name}, ${check} fails:\n${output}`);
      return [check, 'fails'];
    });
    const seconds = Math.round((performance.now() - start) / 1000);
    return { ...Object.fromEntries(results), seconds: String(seconds) };
  } finally {
    git(ROOT, 'worktree', 'remove', '--force', copy);
  }
};

const all = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)));
const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(CHECKS).join(',') },
    together: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : [...new Set(all)].sort();
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no feature ${unknown.join(', ')}`);
const groups = values.together ? [names] : names.map((name) => [name]);
const results = Object.fromEntries(
  groups.map((group) => [group.join(', '), checkWithout(group, values.only.split(','))]),
);
console.table(results);
const hasFailed = Object.values(results).some((row) => Object.values(row).includes('fails'));
process.exitCode = hasFailed ? 1 : 0;
