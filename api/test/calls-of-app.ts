import type Router from '@koa/router';
import { createKoa } from '../src/app.ts';
import { createResponseCache } from '../src/core/http/caching/response-cache.ts';
import { openTestContent } from './open-test-content.ts';
import { testAppDeps } from './run-app.ts';

/**
 * Returns a router's calls in the form `GET /api/posts/{id}`, instead of `/api/posts/:id` and
 * `/media/*key`.
 */
const callsOf = (router: Router): string[] =>
  router.stack.flatMap(({ methods, path }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${String(path).replace(/[:*](\w+)/g, '{$1}')}`),
  );

/** Returns every call of the application, e.g. `GET /api/posts/{id}`, sorted. */
export const callsOfApp = async (): Promise<string[]> => {
  const { outsider } = await openTestContent({ files: {} });
  const deps = await testAppDeps(outsider, { webhook: { secret: 'secret', branch: 'main' } });
  const { content, log, caches } = deps;
  const koa = createKoa(deps, createResponseCache({ ...content, log, caches }));
  const routers = koa.middleware.flatMap((middleware) =>
    'router' in middleware ? [middleware.router as Router] : [],
  );
  return [...new Set(routers.flatMap(callsOf))].sort();
};
