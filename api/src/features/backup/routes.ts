import { slugOf } from 'content-schema/post-id';
import { zip } from './zip.ts';
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
  `These files are damaged, so they are not in this backup. An earlier backup may have them.\n\n${paths.join('\n')}\n`;

/** Yields the files of a backup; those of the content that can't be read are added to `damaged`. */
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

export const backupFeature: CreateFeature = (deps) => {
  const { reader, store, lastBackup, log } = deps;
  const calls = createCalls(deps).get('/admin/backup', adminOnly(), async (ctx) => {
    const snapshot = await reader.current();
    const date = new Date();
    const day = date.toISOString().slice(0, 10);
    const name = `${slugOf(snapshot.site.title) || 'site'}-${day}`;
    const copy = await store.copy?.();
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
      lastBackup.remember({ date: date.toISOString(), revision }).catch((error: unknown) => {
        log.warn({ err: error }, 'the backup could not be remembered');
      });
    });
    ctx.body = zip(filesOf(store, copy, name, damaged), date);
  });
  return { calls };
};
