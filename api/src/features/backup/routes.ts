import Router from '@koa/router';
import { slugOf } from 'content-schema/post-id';
import { makeBackup } from './make-backup.ts';
import { zip } from './zip.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';

/** `GET /api/admin/backup` */
const backupRoutes = (deps: RouteDeps): Router => {
  const { reader, store, lastBackup, admin, log } = deps;
  return new Router().get('/admin/backup', admin, async (ctx) => {
    const snapshot = await reader.current();
    const date = new Date();
    const day = date.toISOString().slice(0, 10);
    const name = `${slugOf(snapshot.site.title) || 'site'}-${day}`;
    const backup = await makeBackup(store, name);
    if (!backup) throw new EntityNotFound('Every clone of the repository is a backup of it');
    const { revision, files, isComplete } = backup;
    setRevisionHeader(ctx, snapshot);
    ctx.status = 200;
    ctx.attachment(`${name}.zip`);
    ctx.etag = `W/"${revision}"`;
    if (ctx.fresh || ctx.method === 'HEAD') return;
    // Not emitted if the client disconnects early.
    ctx.res.once('finish', () => {
      if (!isComplete()) {
        log.error('the backup lacks files that are damaged; its DAMAGED.txt names them');
        return;
      }
      lastBackup.remember({ date: date.toISOString(), revision }).catch((error: unknown) => {
        log.warn({ err: error }, 'the backup could not be remembered');
      });
    });
    ctx.body = zip(files, date);
  });
};

export const backupFeature: CreateFeature = (deps) => ({ apiRoutes: [backupRoutes(deps)] });
