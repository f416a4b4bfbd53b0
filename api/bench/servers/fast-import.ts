import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const git = promisify(execFile);

/** Feeds `git fast-import`, which creates thousands of commits or files per second. */
export const fastImport = async (
  repository: string,
  stream: readonly (string | Uint8Array)[],
  config: readonly string[] = [],
): Promise<void> => {
  const child = spawn('git', [...config, '-C', repository, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(Buffer.concat(stream.map((part) => Buffer.from(part))));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
};

/** Creates a bare repository with one commit of the files, as loose objects. */
export const importRepository = async (
  repository: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> => {
  await mkdir(repository, { recursive: true });
  await git('git', ['-C', repository, 'init', '--quiet', '--bare', '--initial-branch=main']);
  const commit = 'commit refs/heads/main\ncommitter ada <ada@example.com> 1700000000 +0000\n';
  const changes = [...files].flatMap(([path, bytes]) => [
    `M 100644 inline ${path}\ndata ${bytes.byteLength}\n`,
    bytes,
    '\n',
  ]);
  const keepLoose = ['-c', 'fastimport.unpackLimit=1000000'];
  await fastImport(repository, [commit, 'data 6\nBegin\n', ...changes], keepLoose);
};
