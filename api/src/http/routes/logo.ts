import Router from '@koa/router';
import { EntityNotFound } from '../../content/errors.ts';
import { cacheVersion } from '../caching/cache-control.ts';
import { logoEntry, logoVersion } from '../pages/public-content.ts';
import { IMAGE_CSP } from '../requests/security-headers.ts';
import type { RouteDeps } from '../deps.ts';

/** `GET /logo/{version}`: the current logo, also for older versions */
export const logoRoutes = ({ reader, blobs }: RouteDeps): Router =>
  new Router().get('/logo/:version', async (ctx) => {
    const snapshot = await reader.current();
    const entry = logoEntry(snapshot);
    if (!entry) throw new EntityNotFound('The site has no logo');
    ctx.set('Content-Security-Policy', IMAGE_CSP);
    cacheVersion(ctx, ctx.params['version'] === logoVersion(entry));
    ctx.etag = entry.sha;
    ctx.type = snapshot.site.logo?.type ?? '';
    ctx.body = Buffer.from((await blobs.read([entry.sha])).get(entry.sha) ?? []);
  });
