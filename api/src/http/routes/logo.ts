import Router from '@koa/router';
import { EntityNotFound } from '../../content/errors.ts';
import { logoEntry, logoVersion } from '../pages/public-content.ts';
import { IMAGE_CSP } from '../requests/security-headers.ts';
import type { RouteDeps } from '../deps.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/** `GET /logo/{version}`: the current logo, also for older versions */
export const logoRoutes = ({ reader, blobs }: RouteDeps): Router =>
  new Router().get('/logo/:version', async (ctx) => {
    const snapshot = await reader.current();
    const entry = logoEntry(snapshot);
    if (!entry) throw new EntityNotFound('The site has no logo');
    const isPresent = ctx.params['version'] === logoVersion(entry);
    ctx.set('Content-Security-Policy', IMAGE_CSP);
    ctx.set(
      'Cache-Control',
      isPresent ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache',
    );
    ctx.etag = entry.sha;
    ctx.type = snapshot.site.logo?.type ?? '';
    ctx.body = Buffer.from((await blobs.read([entry.sha])).get(entry.sha) ?? []);
  });
