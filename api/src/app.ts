import conditional from 'koa-conditional-get';
import compress from 'koa-compress';
import Router from '@koa/router';
import { API_BASE_PATH } from 'content-schema';
import Koa, { type Context } from 'koa';
import type { RequestListener } from 'node:http';
import { encodeOnce, tolerateUnacceptableEncoding } from './core/http/caching/encoding.ts';
import { entityTag } from './core/http/caching/prepared-response.ts';
import { createResponseCache, type ResponseCache } from './core/http/caching/response-cache.ts';
import { createRouteDeps, type AppDeps, type RouteDeps } from './core/http/deps.ts';
import { sendErrors, sendDetailedErrors } from './core/http/errors/send-errors.ts';
import { sameOriginOnly } from './core/http/requests/access.ts';
import { logFailure, logRequests } from './core/http/requests/request-log.ts';
import { readOwnSaves } from './core/http/requests/revision.ts';
import { securityHeaders } from './core/http/requests/security-headers.ts';
import { authRoutes } from './core/http/routes/auth.ts';
import { backupRoutes } from './features/backup/routes.ts';
import { connectionRoutes } from './features/connect/routes.ts';
import { contentPatchRoutes } from './core/http/routes/content-patch.ts';
import { contentRoutes } from './core/http/routes/content.ts';
import { entityRoutes } from './core/http/routes/entities.ts';
import { feedRoutes } from './features/feeds/routes.ts';
import { healthRoutes } from './core/http/routes/health.ts';
import { iconRoutes, logoRoutes } from './features/drawing/icons.ts';
import { historyRoutes } from './features/history/routes.ts';
import { importRoutes } from './features/import/routes.ts';
import { metricsRoute } from './core/http/routes/metrics.ts';
import { mediaRoutes } from './core/http/routes/media.ts';
import { redirectOldAddresses } from './features/addresses/old-addresses.ts';
import { pageRoutes } from './core/http/routes/pages.ts';
import { previewPages, previewRoutes } from './features/previews/routes.ts';
import { proposalRoutes } from './features/proposals/routes.ts';
import { postsRoutes } from './core/http/routes/posts.ts';
import { pastPages } from './features/history/past-pages.ts';
import { schemaRoutes } from './core/http/routes/schemas.ts';
import { shareCardPreview, shareCardRoutes } from './features/drawing/share-cards.ts';
import { redirectUnknownToHome, staticFiles } from './core/http/routes/static-files.ts';
import { storeRoutes } from './core/http/routes/store.ts';
import { uploadsRoutes } from './core/http/routes/uploads.ts';
import { webhookRoutes } from './core/http/routes/webhooks.ts';

const API_ROUTES = [
  contentRoutes,
  contentPatchRoutes,
  entityRoutes,
  postsRoutes,
  importRoutes,
  uploadsRoutes,
  historyRoutes,
  proposalRoutes,
  storeRoutes,
  backupRoutes,
  previewRoutes,
  shareCardPreview,
  authRoutes,
  connectionRoutes,
];

/**
 * The routes whose responses are the same for all clients. They read no session, so they never set
 * a cookie.
 */
const PUBLIC_ROUTES = [
  healthRoutes,
  mediaRoutes,
  feedRoutes,
  logoRoutes,
  iconRoutes,
  shareCardRoutes,
  schemaRoutes,
];

const apiRouter = (deps: RouteDeps): Router => {
  const api = new Router({ prefix: API_BASE_PATH });
  for (const createRoutes of API_ROUTES) {
    const routes = createRoutes(deps);
    api.use(routes.routes(), routes.allowedMethods());
  }
  return api;
};

const useRouter = (app: Koa, router: Router): void => {
  app.use(router.routes()).use(router.allowedMethods());
};

/**
 * Creates the Koa application: middleware and routes in the order in which a request passes them.
 */
export const createKoa = (appDeps: AppDeps, responses: ResponseCache): Koa => {
  const deps = createRouteDeps(appDeps);
  const { log, origin, trustedProxies, webhook } = deps;
  const headers = securityHeaders({ https: origin.startsWith('https:') });
  deps.metrics?.watchQueue(() => deps.saves.length());
  deps.metrics?.watchCaches(deps.caches);
  const app = new Koa({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error: unknown, ctx?: Context) => logFailure(log, error, ctx));
  app.use(logRequests(log));
  app.use(async (ctx, next) => {
    ctx.set(headers);
    await next();
  });
  // Handles errors of the middleware before `sendDetailedErrors`.
  app.use(sendErrors());
  app.use(tolerateUnacceptableEncoding());
  app.use(compress());
  app.use(conditional());
  app.use(responses.remember());
  app.use(encodeOnce());
  app.use(entityTag());
  app.use(sendErrors());
  app.use(readOwnSaves(deps.reader));
  for (const createRoutes of PUBLIC_ROUTES) useRouter(app, createRoutes(deps));
  app.use(metricsRoute(deps));
  app.use(pageRoutes(deps));
  app.use(staticFiles(deps.web.files));
  app.use(previewPages(deps));
  app.use(redirectOldAddresses(deps));
  // Before the check of the origin, because deliveries are authenticated by their signature.
  if (webhook) useRouter(app, webhookRoutes(deps, webhook));
  deps.sessions.install(app);
  app.use(sendDetailedErrors(deps.sessions));
  app.use(sameOriginOnly(deps.allowedOrigin));
  useRouter(app, apiRouter(deps));
  app.use(pastPages(deps));
  app.use(redirectUnknownToHome());
  return app;
};

/** Creates the request listener of the whole application. */
export const createApp = (deps: AppDeps): RequestListener => {
  const { content, log, caches } = deps;
  const responses = createResponseCache({ ...content, log, caches });
  const handle = createKoa(deps, responses).callback();
  return responses.inFrontOf((request, response) => void handle(request, response));
};
