import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalRepository } from '../../src/git-store/local/repository.ts';
import { EMAIL, startSite, type SiteProcess } from './site-process.ts';

/** Works with the product on a local repository that holds the files, and removes both afterwards. */
export const withLocalSite = async <Result>(
  files: ReadonlyMap<string, Uint8Array>,
  work: (site: SiteProcess) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-site-'));
  try {
    await createLocalRepository({
      dir: join(folder, 'content.git'),
      branch: 'main',
      author: { name: 'ada', email: EMAIL },
      files,
      message: 'Begin\n',
    });
    const site = await startSite({ DATA_DIR: folder, ...environment });
    try {
      return await work(site);
    } finally {
      await site.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
