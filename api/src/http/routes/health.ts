import Router from '@koa/router';
import type { HealthResponse } from 'content-schema';
import type { ContentReader } from '../../content/reading/reader.ts';

interface Options {
  readonly reader: ContentReader;
  readonly store: HealthResponse['store'];
}

/** `GET /healthz`: 200 as soon as content can be served, and while only old content can be. */
export const healthRoutes = ({ reader, store }: Options): Router =>
  new Router().get('/healthz', (ctx) => {
    const { snapshot, stale } = reader.state();
    ctx.set('Cache-Control', 'no-store');
    ctx.status = snapshot ? 200 : 503;
    ctx.body = (
      snapshot
        ? { status: stale ? 'stale' : 'ok', store, revision: snapshot.revision }
        : { status: 'unavailable', store }
    ) satisfies HealthResponse;
  });
