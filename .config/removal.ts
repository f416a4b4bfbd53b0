/**
 * `npm run removal -- [name…] [--only check:types,test:unit]`: removes features in a copy of the last
 * commit as CONTRIBUTING describes it, and prints which checks and tests pass without them. Removes
 * each named one; or all together, and then each, without the tests that passed before.
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
const LISTS = [
  '.config/build.ts',
  'api/src/features.ts',
  'api/src/lenses.ts',
  'api/src/worker.ts',
  'web/src/admin/features.ts',
];
const PACKAGES = ['.', 'content-schema', 'fixtures', 'api', 'web'];

/** The unused code is not checked: what only the feature uses stays unused. */
const CHECKS = ['check:types', 'check:lint', 'check:layers', 'test:unit', 'test:e2e'];
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

/** The feature's folders, and the tests that need it. */
const pathsOf = (root: string, name: string): string[] => {
  const args = ['grep', '-lE', `^// Needs: (.*, )?${name}(,|$)`, '--', '*.test.*'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const tests = stdout.split('\n').filter((path) => path !== '');
  return [...FOLDERS.map((folder) => `${folder}/${name}`), `web/e2e/${name}*.test.ts`, ...tests];
};

const testsOf = (root: string, name: string): string[] =>
  git(root, 'ls-files', '--', ...pathsOf(root, name))
    .split('\n')
    .filter((path) => path.includes('.test.'));

const removeFeature = (root: string, name: string): void => {
  git(root, 'rm', '-rq', '--ignore-unmatch', '--', ...pathsOf(root, name));
  for (const list of LISTS) {
    const lines = readFileSync(join(root, list), 'utf8').split('\n');
    const others = lines.filter((line) => !line.includes(`./features/${name}/`));
    const isEmpty = !others.some((line) => /^(?:export|import) /.test(line));
    writeFileSync(join(root, list), others.join('\n') + (isEmpty ? 'export {};\n' : ''));
  }
};

/** Returns whether each check passes without some features, and prints why one fails. */
const checkWithout = (features: readonly string[], checks: readonly string[]) => {
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
    const isRest = positionals.length === 0 && features.length === 1;
    const rest = isRest ? all.flatMap((each) => testsOf(copy, each)) : [];
    const results = checks.map((check): [string, string] => {
      const options = { cwd: copy, encoding: 'utf8', maxBuffer: Infinity } as const;
      const tests = rest.filter((path) => path.startsWith('web/e2e/') === (check === 'test:e2e'));
      const paths = check.startsWith('test:') ? ['--', ...tests] : [];
      const args = ['run', '--silent', check, ...paths];
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

const all = [...new Set(FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder))))].sort();
const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: CHECKS.join(',') } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) throw new Error(`There is no feature ${unknown.join(', ')}`);
const each = (positionals.length > 0 ? positionals : all).map((name) => [name]);
const groups = positionals.length > 0 ? each : [all, ...each];
const results = Object.fromEntries(
  groups.map((group) => [group.join(', '), checkWithout(group, values.only.split(','))]),
);
console.table(results);
const hasFailed = Object.values(results).some((row) => Object.values(row).includes('fails'));
process.exitCode = hasFailed ? 1 : 0;
