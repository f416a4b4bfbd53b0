import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalRepository } from '../../src/core/git-store/local/repository.ts';
import { EMAIL, startSite, type SiteProcess } from './site-process.ts';

interface Options {
  readonly environment?: Readonly<Record<string, string>>;
  /** Prepares the repository before the product starts. */
  readonly prepare?: (repository: string) => Promise<void>;
}

/**
 * Runs a function with the product on a local repository with the files, and removes both
 * afterwards. `restart` replaces the process.
 */
export const withLocalSite = async <Result>(
  files: ReadonlyMap<string, Uint8Array>,
  work: (site: SiteProcess, restart: () => Promise<SiteProcess>) => Promise<Result>,
  { environment = {}, prepare }: Options = {},
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  const dir = join(folder, 'content.git');
  try {
    await createLocalRepository({
      dir,
      branch: 'main',
      author: { name: 'ada', email: EMAIL },
      files,
      message: 'Begin\n',
    });
    await prepare?.(dir);
    const start = () => startSite({ DATA_DIR: folder, ...environment });
    let site = await start();
    const restart = async () => {
      await site.end();
      site = await start();
      return site;
    };
    try {
      return await work(site, restart);
    } finally {
      await site.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
