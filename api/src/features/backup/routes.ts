import { slugOf } from 'content-schema/post-id';
import { readInGroups } from './read-in-groups.ts';
import { zip } from '../../core/zip.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
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
  `These files are damaged, so this backup lacks what they hold. An earlier backup may have it.\n\n${paths.join('\n')}\n`;

async function* filesOf(store: GitStore, copy: RepositoryCopy): AsyncGenerator<RepositoryFile> {
  for (const [path, { sha }] of await store.list(copy.head)) {
    const parts = async function* (): AsyncGenerator<Uint8Array> {
      const bytes = (await store.read([sha])).get(sha);
      if (!bytes) throw new UnreadableObject(`The object ${sha} is missing`);
      if (bytes instanceof UnreadableObject) throw bytes;
      yield bytes;
    };
    yield { path: `content/${path}`, id: sha, parts };
  }
  for await (const file of copy.files) yield { ...file, path: `content.git/${file.path}` };
}

/** Yields the files of a backup; leaves out those that can't be read, which are added to `damaged`. */
async function* inFolder(
  folder: string,
  files: AsyncIterable<RepositoryFile>,
  damaged: readonly string[],
): AsyncGenerator<RepositoryFile> {
  const textFile = (name: string, text: string) => ({
    path: `${folder}/${name}`,
    parts: () => [Buffer.from(text)],
  });
  yield textFile('README.txt', READ_ME);
  for await (const file of files) yield { ...file, path: `${folder}/${file.path}` };
  if (damaged.length > 0) yield textFile('DAMAGED.txt', damagedText(damaged));
}

export const backupFeature: CreateFeature = (deps) => {
  const { reader, store, lastBackup, log, imageFiles } = deps;
  /** The last one in which nothing was damaged. */
  let last: RepositoryCopy | undefined;
  const calls = createCalls(deps).get('/admin/backup', adminOnly(), async (ctx) => {
    const snapshot = await reader.current();
    const date = new Date();
    const day = date.toISOString().slice(0, 10);
    const name = `${slugOf(snapshot.site.title) || 'site'}-${day}`;
    const copy = await store.copy?.(last);
    if (!copy) throw new EntityNotFound('Every clone of the repository is a backup of it');
    const { head: revision } = copy;
    const damaged: string[] = [];
    setRevisionHeader(ctx, snapshot);
    ctx.status = 200;
    ctx.attachment(`${name}.zip`);
    ctx.etag = `W/"${revision}"`;
    if (ctx.fresh || ctx.method === 'HEAD') return;
    // Not emitted if the client disconnects early.
    ctx.res.once('finish', () => {
      if (damaged.length > 0) {
        log.error('the backup lacks files that are damaged; its DAMAGED.txt names them');
        return;
      }
      last = copy;
      lastBackup.remember({ date: date.toISOString(), revision }).catch((error: unknown) => {
        log.warn({ err: error }, 'the backup could not be remembered');
      });
    });
    const files = readInGroups(filesOf(store, copy), imageFiles, damaged, copy.isAllChecked);
    ctx.body = zip(inFolder(name, files, damaged), date);
  });
  return { calls };
};
