import { join } from 'node:path';
import { createLocalRepository } from '../../src/core/git-store/local/repository.ts';
import { withFolder } from './folder.ts';
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
export const withLocalSite = <Result>(
  files: ReadonlyMap<string, Uint8Array>,
  work: (site: SiteProcess, restart: () => Promise<SiteProcess>) => Promise<Result>,
  { environment = {}, prepare }: Options = {},
): Promise<Result> =>
  withFolder(async (folder) => {
    const dir = join(folder, 'content.git');
    const repository = { dir, branch: 'main', author: { name: 'ada', email: EMAIL } };
    await createLocalRepository({ ...repository, files, message: 'Begin\n' });
    await prepare?.(dir);
    const start = () => startSite({ DATA_DIR: folder, ...environment });
    let site = await start();
    const restart = async () => {
      await site.end();
      return (site = await start());
    };
    return work(site, restart).finally(() => site.end());
  });
