import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { OutsideFile, OutsideFiles } from '../../test/harness.ts';

const run = promisify(execFile);

// Ignore the git settings of the machine that runs the tests.
const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Grace',
  GIT_AUTHOR_EMAIL: 'grace@example.com',
  GIT_COMMITTER_NAME: 'Grace',
  GIT_COMMITTER_EMAIL: 'grace@example.com',
};

/** Runs `git` and returns its output without the final line break. Rejects when it fails. */
export const git = async (dir: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await run('git', ['-C', dir, ...args], {
    env: ENVIRONMENT,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.replace(/\n$/, '');
};

/** Runs a command that reads its standard input. */
export const gitWithInput = (dir: string, args: readonly string[], input: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', dir, ...args], {
      env: ENVIRONMENT,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`git ${args.join(' ')}: ${Buffer.concat(errors).toString()}`));
    });
    child.stdin.end(input);
  });

const data = (content: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(content as Uint8Array);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
};

const changeCommand = (path: string, file: OutsideFile): Buffer => {
  const quoted = `"${path.replaceAll('"', '\\"')}"`;
  if (file === null) return Buffer.from(`D ${quoted}\n`);
  if (typeof file === 'object' && 'submodule' in file) {
    return Buffer.from(`M 160000 ${file.submodule} ${quoted}\n`);
  }
  const { content, mode } =
    typeof file === 'string' || file instanceof Uint8Array
      ? { content: file, mode: '100644' }
      : file;
  return Buffer.concat([Buffer.from(`M ${mode} inline ${quoted}\n`), data(content)]);
};

/** Commits on a branch's head, or as its first commit, with `git fast-import`. */
export const fastImport = (
  dir: string,
  branch: string,
  parent: string | null,
  files: OutsideFiles,
  message: string,
  { author = 'Grace <grace@example.com>', date = new Date() } = {},
): Promise<void> =>
  gitWithInput(
    dir,
    ['fast-import', '--quiet'],
    Buffer.concat([
      Buffer.from(`commit refs/heads/${branch}\n`),
      Buffer.from(`committer ${author} ${Math.floor(date.getTime() / 1000)} +0000\n`),
      data(message),
      Buffer.from(parent === null ? '' : `from ${parent}\n`),
      ...[...files].map(([path, file]) => changeCommand(path, file)),
    ]),
  );
