/** Runs the commands of the README's shell blocks, line by line, in a folder with the sources only. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from './test-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const NPM = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
const NOT_IN_A_CLONE = new Set(['.git', 'node_modules', 'data']);

/**
 * What takes the network, Docker, or all tests: `npm ci` links the installed packages, `npm test`
 * runs one file, and of Docker's commands only the files and services that they name are checked.
 */
const STAND_INS = {
  npm: `case "$*" in
  ci) exec ln -sfn '${ROOT}/node_modules' node_modules ;;
  'run test:unit') set -- run test:unit -- content-schema/src/entities/entity-schemas.test.ts ;;
  'run test:e2e') exec grep -q '"test:e2e":' package.json ;;
esac
exec '${NPM}' "$@"`,
  docker: `test "$1 $2" = 'compose -f' || exit 1
case "$4" in
  up) test -f "$3" ;;
  logs) grep -q "^  $5:" "$3" ;;
  *) exit 1 ;;
esac`,
};

const writeStandIns = async (folder: string): Promise<void> => {
  await mkdir(folder);
  for (const [name, script] of Object.entries(STAND_INS))
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
};

const linkSources = async (folder: string): Promise<void> => {
  await mkdir(folder);
  for (const name of await readdir(ROOT))
    if (!NOT_IN_A_CLONE.has(name)) await symlink(join(ROOT, name), join(folder, name));
};

/** Runs a command until it ends, or until the site that it starts has answered. */
const run = async (command: string, cwd: string, standIns: string) => {
  const PATH = `${standIns}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { PATH, HOME: cwd, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, which ends with the server in it.
    detached: true,
  });
  const group = child.pid === undefined ? NaN : -child.pid;
  const ended = once(child, 'close');
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(group, 'SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (output += String(chunk)));
  const url = await new Promise<string | undefined>((resolve) => {
    child.stdout.on('data', () => {
      const [, address] = /The site is at (\S+)\n/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    void ended.then(() => resolve(undefined));
  });
  if (url === undefined) {
    const [code] = (await ended) as [number | null];
    return code === 0 ? 'done' : `${command}: ${output}`;
  }
  const { status } = await fetch(url);
  process.kill(group, 'SIGTERM');
  await ended;
  return status === 200 ? 'served' : `${command}: ${status}`;
};

const commandsOf = (readme: string): string[] =>
  [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );

const headOf = (repository: string): string =>
  execFileSync('git', ['ls-remote', repository, 'refs/heads/main'], { encoding: 'utf8' });

test('every command of the README works, and its backups lie outside of what they back up', async () => {
  const folder = await testFolder();
  const [clone, standIns] = [join(folder, 'clone'), join(folder, 'bin')];
  await Promise.all([linkSources(clone), writeStandIns(standIns)]);
  const commands = commandsOf(await readFile(join(ROOT, 'README.md'), 'utf8'));
  const results: string[] = [];
  for (const command of commands) results.push(await run(command, clone, standIns));
  expect(results).toEqual(
    commands.map((command) => (command.includes('npm start') ? 'served' : 'done')),
  );
  const head = headOf(join(clone, 'data', 'content.git'));
  expect(head).toContain('refs/heads/main');
  for (const backup of ['backup.git', 'site.bundle'])
    expect(headOf(join(folder, backup))).toBe(head);
});
