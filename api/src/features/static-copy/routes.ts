import { slugOf } from 'content-schema/post-id';
import { zip } from '../../core/zip.ts';
import { EntityNotFound } from '../../core/reading/errors.ts';
import { adminOnly, createCalls } from '../../core/http/calls.ts';
import type { CreateFeature } from '../../core/http/deps.ts';
import { setRevisionHeader } from '../../core/http/requests/revision.ts';
import { staticCopy } from './static-copy.ts';

/** `GET /api/admin/static-copy`: the public site as files */
export const staticCopyFeature: CreateFeature = (deps) => {
  const { reader, store, publishedAt } = deps;
  const calls = createCalls(deps).get('/admin/static-copy', adminOnly(), async (ctx) => {
    if (publishedAt !== undefined)
      throw new EntityNotFound('Another generator publishes this site');
    const snapshot = await reader.current();
    const range = { from: snapshot.revision, page: 1, perPage: 1 };
    const [newest] = (await store.history(range)).commits;
    setRevisionHeader(ctx, snapshot);
    ctx.status = 200;
    ctx.attachment(`${slugOf(snapshot.site.title) || 'site'}-files.zip`);
    ctx.etag = `W/"${snapshot.revision}-${snapshot.asOf}"`;
    if (ctx.fresh || ctx.method === 'HEAD') return;
    const answer = ctx.app.callback();
    const files = staticCopy({ ...deps, handle: (...exchange) => void answer(...exchange) });
    ctx.body = zip(files, new Date(newest?.date ?? 0));
  });
  return { calls };
};
