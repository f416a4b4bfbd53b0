/** The content and its history as files for the site's owner. */
import { UnreadableObject } from '../../core/git-store/errors.ts';
import type { GitStore, RepositoryCopy, RepositoryFile } from '../../core/git-store/git-store.ts';

const READ_ME = `This is a backup of a site: all of its content, with its whole history.

  content      What the site consists of now: posts as Markdown, photos, and settings as JSON.
  content.git  The same with every earlier version, as a git repository.
               "git clone content.git" opens it.

To bring the site back

  1. Stop the site.
  2. Replace the folder content.git in its data folder (DATA_DIR; "data" where nothing else is set)
     by the one from here. On a new machine, make the data folder with only content.git in it.
  3. Start the site.

Passwords are not in a backup. Where the data folder has none yet, the start makes a new one and
prints it.
`;

const damagedText = (paths: readonly string[]): string =>
  `These files are damaged, so they are not in this backup. An earlier backup may have them.\n\n${paths.join('\n')}\n`;

async function* filesOf(
  store: GitStore,
  { head, files }: RepositoryCopy,
  folder: string,
  damaged: string[],
): AsyncGenerator<RepositoryFile> {
  yield { path: `${folder}/README.txt`, parts: () => [Buffer.from(READ_ME)] };
  for (const [path, { sha }] of await store.list(head)) {
    const bytes = (await store.read([sha])).get(sha);
    // Leave out a damaged file, so that the others can still be backed up.
    if (!bytes || bytes instanceof UnreadableObject) damaged.push(path);
    else yield { path: `${folder}/content/${path}`, parts: () => [bytes] };
  }
  if (damaged.length > 0) {
    yield { path: `${folder}/DAMAGED.txt`, parts: () => [Buffer.from(damagedText(damaged))] };
  }
  for await (const { path, parts } of files) {
    yield { path: `${folder}/content.git/${path}`, parts };
  }
}

/** Makes a backup below a folder of this name. Resolves to undefined if the store can't be copied. */
export const makeBackup = async (store: GitStore, folder: string) => {
  const copy = await store.copy?.();
  if (!copy) return undefined;
  const damaged: string[] = [];
  return {
    /** The commit that the files belong to. */
    revision: copy.head,
    /** To be iterated once; read the parts of a file before the next file. */
    files: filesOf(store, copy, folder, damaged),
    /** Whether all files could be read, once they were. */
    isComplete: () => damaged.length === 0,
  };
};
