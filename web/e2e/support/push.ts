import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AUTHOR } from './content-repository.ts';
import { git } from './git.ts';
import { expectServed, type Site } from './site.ts';

/**
 * Commits files in a clone and pushes them, as a developer would, until the server serves them;
 * `null` deletes a file.
 */
export const pushElsewhere = async (
  site: Site,
  files: Readonly<Record<string, string | Uint8Array | null>>,
): Promise<void> => {
  const clone = await mkdtemp(join(tmpdir(), 'clone-'));
  try {
    git(clone, 'clone', '--quiet', site.repository, '.');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(clone, path)), { recursive: true });
      if (text === null) await rm(join(clone, path));
      else await writeFile(join(clone, path), text);
    }
    git(clone, 'add', '--all');
    git(clone, ...AUTHOR, 'commit', '--quiet', '--message', 'Change elsewhere');
    git(clone, 'push', '--quiet');
    await expectServed(site);
  } finally {
    await rm(clone, { recursive: true, force: true });
  }
};
